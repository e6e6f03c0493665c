import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { root } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

const folder = useTemporaryFolder();
beforeEach(() => fs.cpSync(path.join(root, ".ci/run"), path.join(folder.path, ".ci/run")));

/** What jest writes, and the exit code of npm. */
interface Part {
  results?: object;
  exitCode?: number;
}

const PASSED: Part = { results: { numPassedTests: 5 } };

/** Runs .ci/run. `npm test`, `npm run jest` for the rest, and set-up end as given. */
function run(sample: Part, rest: Part = PASSED, setup = 0): { status: number | null; lines: string[] } {
  const step = ({ results, exitCode = 0 }: Part) =>
    `${results ? `printf '%s' '${JSON.stringify(results)}' > "$TEST_RESULTS"` : ":"}; exit ${exitCode}`;
  const npm = [
    "#!/bin/sh",
    '[ "$CI" = true ] || exit 99',
    'case "$*-$TEST_SCOPE" in',
    `"run --silent setup -- --all-") exit ${setup};;`,
    `test-) ${step(sample)};;`,
    `"run --silent jest-rest") ${step(rest)};;`,
    "*) exit 99;;",
    "esac",
    "",
  ];
  fs.writeFileSync(path.join(folder.path, "npm"), npm.join("\n"), { mode: 0o755 });
  const { TEST_SCOPE: _, ...outer } = process.env;
  const env = {
    ...outer,
    PATH: [folder.path, path.dirname(process.execPath), outer.PATH].join(path.delimiter),
  };
  const { status, stdout } = spawnSync("bash", [path.join(folder.path, ".ci/run")], {
    encoding: "utf8",
    env,
  });
  return { status, lines: stdout.trimEnd().split("\n") };
}

const FAILED: Part = { results: { numPassedTests: 3, numFailedTests: 2 }, exitCode: 7 };
const SKIPPED: Part = { results: { numPassedTests: 12, numPendingTests: 1, numTodoTests: 1 } };
const BROKEN: Part = { results: { numPassedTests: 3, numRuntimeErrorTestSuites: 1 } };

test.each<[what: string, parts: Parameters<typeof run>, status: number, ...lines: string[]]>([
  ["the counts of jest in both parts are added", [PASSED], 0, "10 passed, 0 failed"],
  ["skipped tests have a line of their own", [SKIPPED], 0, "2 skipped", "17 passed, 0 failed"],
  ["if tests fail, the rest runs, and the exit code is npm's", [FAILED], 7, "8 passed, 2 failed"],
  ["if tests of the rest fail, the exit code is npm's", [PASSED, FAILED], 7, "8 passed, 2 failed"],
  ["test files that cannot be loaded are counted", [BROKEN], 1, "8 passed, 1 failed"],
  ["test files of the rest that cannot be loaded are counted", [PASSED, BROKEN], 1, "8 passed, 1 failed"],
  ["if npm fails before the tests, the rest does not run", [{ exitCode: 1 }], 1, "0 passed, 0 failed"],
  ["no results are a failure", [{}], 1, "0 passed, 0 failed"],
  ["no tests are a failure", [{ results: { numPassedTests: 0 } }], 1, "5 passed, 0 failed"],
  ["no results of the rest are a failure", [PASSED, {}], 1, "5 passed, 0 failed"],
  ["if set-up fails, no test runs", [PASSED, PASSED, 3], 3, "0 passed, 0 failed"],
])("%s", (_, parts, status, ...lines) => {
  const result = run(...parts);
  expect([result.status, ...result.lines.slice(-lines.length)]).toEqual([status, ...lines]);
});
