import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { LOWEST_CLI } from "../../sdk/src/cli/pulumi";
import { COMBINATIONS, type Combination } from "../compatibility/combinations";
import { NODE, SDK, TYPESCRIPT } from "../compatibility/versions";
import { root } from "../support/command";
import { expectPart, pageNow, tableOf } from "../support/docs-page";
import { lockedVersion } from "../support/lock-file";

// The tables of docs/compatibility.md. tests/compatibility runs each row.

const PAGE = "compatibility.md";

test("the versions", () => {
  const rows = [
    ["`@pulumi/pulumi`", SDK.oldest, SDK.oldest, SDK.newest],
    ["Pulumi CLI", LOWEST_CLI, LOWEST_CLI, lockedVersion("pulumi")],
    ["Node", NODE.oldest, NODE.oldest, NODE.newest],
    ["TypeScript", "5", TYPESCRIPT["5"], TYPESCRIPT["6"]],
  ];
  expectPart(
    PAGE,
    "versions",
    tableOf([["Program", "Oldest supported", "Oldest in CI", "Newest in CI"], ...rows]),
  );
});

test("CI has a job with the oldest CLI", () => {
  const { jobs } = parse(readFileSync(join(root, ".github", "workflows", "ci.yml"), "utf8"));
  const { steps }: { steps: Array<{ run?: string; with?: Record<string, string> }> } = jobs["oldest-cli"];
  const installed = steps.find((step) => step.with?.["pulumi-version"] !== undefined);
  expect(installed?.with).toEqual({ "pulumi-version": LOWEST_CLI });
  // Set-up prints to the standard error stream.
  const check = ["set -o pipefail", "npm run setup 2>&1 | tee setup.log"];
  expect(steps.slice(-2)).toEqual([
    { run: [...check, `grep -F 'Pulumi ${LOWEST_CLI}' setup.log`, ""].join("\n") },
    { run: "npm test" },
  ]);
});

test("the combinations that work", () => {
  const rows = COMBINATIONS.filter(({ error }) => error === undefined).map((combination) => [
    combination.what,
    ...versionsOf(combination),
    combination.set ?? "",
  ]);
  const head = ["Combination", "`@pulumi/pulumi`", "Node", "TypeScript", "What to set"];
  expectPart(PAGE, "works", tableOf([head, ...rows]));
});

test("the combinations that do not work", () => {
  const rows = COMBINATIONS.flatMap(({ what, error, set = "" }) =>
    error === undefined ? [] : [[what, `\`${error}\``, set]],
  );
  expectPart(PAGE, "fails", tableOf([["Combination", "Error", "What to do"], ...rows]));
});

test("each combination that does not work has a cause on the page", () => {
  const [, causes = ""] = /<!-- fails: end -->(.*?)\n## /s.exec(pageNow(PAGE)) ?? [];
  const titles = [...causes.matchAll(/^- \*\*(.+?):\*\* /gm)].map(([, title]) => title);
  expect(titles).toEqual(COMBINATIONS.filter(({ error }) => error !== undefined).map(({ what }) => what));
});

function versionsOf({ sdk, node, language, typescript, automation, runtime }: Combination): string[] {
  return [
    sdk,
    automation === "Bun" || runtime === "bun" ? `${NODE[node]} for the provider` : NODE[node],
    // Bun does not use the compiler.
    language === "TypeScript" && runtime !== "bun" ? TYPESCRIPT[typescript] : "",
  ];
}
