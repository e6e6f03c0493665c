import { expect, test } from "@jest/globals";
import { markdownOf } from "../../../../sdk/src/cli/preflight/markdown";
import type { Report, Row } from "../../../../sdk/src/cli/preflight/report";
import { tableOf } from "../../../../sdk/src/cli/preflight/table";
import type { Finding } from "../../../../sdk/src/operation/finding";

const ADVICE = "Declare ifExists.\n  routerId: 1  changes that router";
const taken = (id: number): Finding => ({
  level: "fails",
  code: "router-exists",
  text: `it exists: ${id} [router-exists]\n${ADVICE}`,
});
const finding = (level: Finding["level"], text: string): Finding => ({ level, text });
const names = (count: number) => Array.from({ length: count }, (_, index) => `branch-${index + 1}`);
const row = (operation: string, name: string[], findings: Finding[]): Row => ({
  level: findings[0]?.level ?? "ok",
  operation,
  type: "Router",
  names: name,
  findings,
});

const REPORT: Report = {
  stack: "dev",
  accounts: [],
  steps: [],
  rows: [
    row("create", ["edge"], [taken(1)]),
    row("create", ["lab"], [taken(2)]),
    row("update", names(12), [
      finding("note", "name changed outside of Pulumi to a name that is longer than the line"),
    ]),
    row("create", ["later"], [finding("unchecked", "name is known only during `up`")]),
    {
      level: "ok",
      type: "the stack's configuration",
      names: [],
      findings: [finding("ok", "accepts the key")],
    },
    row("delete", names(40), []),
  ],
  counts: { fails: 2, note: 12, unchecked: 1, ok: 40 },
  unchanged: 0,
  rights: { stack: "", accounts: [] },
  others: 0,
};

test("a table has the advice of a code once, blank lines between the results, and one line for what is ok", () => {
  expect(tableOf(REPORT, 60).split("\n")).toEqual([
    "fails        create   Router edge",
    "    it exists: 1 [router-exists]",
    "    Declare ifExists.",
    "      routerId: 1  changes that router",
    "fails        create   Router lab",
    "    it exists: 2 [router-exists]",
    "",
    "note         update   Router branch-1, branch-2, branch-3,",
    "                        branch-4, branch-5, branch-6,",
    "                        branch-7, branch-8, branch-9,",
    "                        branch-10, branch-11, branch-12",
    "    name changed outside of Pulumi to a name that is longer",
    "      than the line",
    "",
    "not checked  create   Router later",
    "    name is known only during `up`",
    "",
    "ok           account  the stack's configuration",
    "    accepts the key",
    "ok           delete   Router branch-1, branch-2 and 38 more",
  ]);
});

test("Markdown has the problems first, and folds the advice and what is ok", () => {
  const lines = markdownOf(REPORT).split("\n");
  const details = "<details><summary>What to do</summary>";
  expect(lines.filter((line) => line.includes(details))).toEqual([
    expect.stringMatching(/^\| \*\*fails\*\* \| create \| <code>Router edge<\/code> \|.*<\/details> \|$/),
  ]);
  const fold = lines.indexOf("<details><summary>What is ok</summary>");
  expect(lines.findIndex((line) => line.startsWith("| not checked"))).toBeLessThan(fold);
  expect(lines.findIndex((line) => line.startsWith("| ok"))).toBeGreaterThan(fold);
  expect(lines.at(-1)).toBe("</details>");
});
