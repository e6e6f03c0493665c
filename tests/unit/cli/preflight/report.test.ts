import { describe, expect, test } from "@jest/globals";
import { jsonOf } from "../../../../sdk/src/cli/preflight/json";
import { markdownOf } from "../../../../sdk/src/cli/preflight/markdown";
import { type Report, reportOf, wouldFail } from "../../../../sdk/src/cli/preflight/report";
import { summaryOf } from "../../../../sdk/src/cli/preflight/summary";
import { tableOf } from "../../../../sdk/src/cli/preflight/table";
import type { Finding } from "../../../../sdk/src/operation/finding";
import { UNKNOWN } from "../../../../sdk/src/operation/inputs/validate";
import type { PreviewFindings } from "../../../../sdk/src/pulumi/files/preview-findings";
import { HOSTILE, hostileParts } from "../../../support/hostile-text";
import { previewStep, type StepOptions, urnOf } from "../../../support/preview-step";

type Step = NonNullable<PreviewFindings["step"]>;

function found(
  name: string,
  operation: Step["operation"],
  findings: Finding[] = [],
  more: Partial<Step> = {},
) {
  return { step: { urn: urnOf(name), operation, findings, ...more } };
}

const report = (steps: StepOptions[], ...all: PreviewFindings[]) => reportOf(steps.map(previewStep), all);
const rowsOf = ({ rows }: Report) =>
  rows.map(({ level, type, names, findings }) => [
    level,
    type,
    names.join(" "),
    ...findings.map(({ text }) => text),
  ]);

describe("a report", () => {
  test("has problems first, and steps with equal findings as one row", () => {
    const taken: Finding = { level: "fails", code: "router-exists", text: "it exists" };
    const steps = ["b-10", "b-2", "a", "c"].map((name) => ({ name }));
    const rows = report(
      steps,
      ...["b-10", "b-2"].map((name) => found(name, "create")),
      found("a", "create", [{ level: "note", text: "adopts it" }]),
      found("c", "create", [taken]),
    );
    expect(rowsOf(rows)).toEqual([
      ["fails", "Router", "c", "it exists"],
      ["note", "Router", "a", "adopts it"],
      ["ok", "Router", "b-2 b-10"],
    ]);
    expect(wouldFail(rows)).toBe(true);
    expect(summaryOf(rows)).toBe("4 steps: 1 would fail, 1 with notes, 2 ok.");
  });

  test("says why a resource of the stack is created", () => {
    const rows = report([{ name: "edge", op: "create", goneId: "7" }], found("edge", "create"));
    const text = "the object 7 does not exist any more: it was deleted outside of Pulumi";
    expect(rowsOf(rows)).toEqual([["note", "Router", "edge", text]]);
  });

  test("of a replacement has what its creation and its deletion meet, and not what an update would", () => {
    const rows = report(
      [{ name: "edge", op: "replace" }],
      found("edge", "update", [{ level: "note", text: "overwrites name" }]),
      found("edge", "delete", [{ level: "note", text: "removes the subnet" }]),
      found("edge", "create"),
    );
    expect(rowsOf(rows)).toEqual([["note", "Router", "edge", "removes the subnet"]]);
  });

  test("says why a step was not asked about: nobody has the key, or the id", () => {
    const rows = report([{ name: "edge" }, { name: "read", op: "read", id: UNKNOWN }]);
    expect(rowsOf(rows)).toEqual([
      [
        "unchecked",
        "Router",
        "edge",
        "the platform was not asked: the settings of its Provider change, or are known only during `up`",
      ],
      ["unchecked", "Router", "read", "its id is known only during `up`"],
    ]);
  });
});

describe("text of a preview and of the platform", () => {
  const MARKUP = "| <b>x</b> `a` [a](http://b) @all #1 !2 *b* _c_ https://evil.example\n\n# Title";

  /** A resource, another package and an existing router have the text as their names. */
  function reportWith(text: string): Report {
    const taken: Finding = {
      level: "fails",
      code: "router-exists",
      text: `${text} exists [router-exists]\nAdopt ${text}.`,
    };
    return reportOf(
      [previewStep({ name: text }), previewStep({ name: "other", type: `${text}:x` })],
      [found(text, "create", [taken])],
    );
  }

  test.each<[string, (report: Report) => string]>([
    ["text", (one) => tableOf(one, 120)],
    ["JSON", jsonOf],
    ["Markdown", markdownOf],
  ])("cannot inject terminal codes or commands of a runner: %s", (_, print) => {
    expect(hostileParts(print(reportWith(HOSTILE)))).toEqual([]);
  });

  test("stays complete in JSON", () => {
    const { steps } = JSON.parse(jsonOf(reportWith(HOSTILE))) as {
      steps: Array<{ name: string }>;
    };
    expect(steps.map(({ name }) => name)).toEqual([HOSTILE]);
  });

  test("cannot add anything but text to a comment", () => {
    const output = markdownOf(reportWith(MARKUP));
    expect(output).toContain("router&#45;exists");
    const rows = output.split("\n").filter((line) => line.startsWith("|"));
    for (const row of rows) {
      expect(row.split("|")).toHaveLength(6);
      expect(withoutOwnMarkup(row)).toMatch(/^[\w |-]*$/);
    }
    const others = output.split("\n").filter((line) => !line.startsWith("|"));
    expect(others.join("\n")).not.toMatch(/evil|@all|<b>/);
  });

  function withoutOwnMarkup(row: string): string {
    return row
      .replace(/<code>([\w &#;]*)<\/code>/g, "")
      .replace(/<details><summary>What to do<\/summary>(?:<br>)*<\/details>/g, "")
      .replaceAll("<br>", "")
      .replace("**fails**", "fails");
  }
});
