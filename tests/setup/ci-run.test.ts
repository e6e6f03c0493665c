import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ci-run-test-"));
  fs.cpSync(path.resolve(__dirname, "../../.ci/run"), path.join(folder, ".ci/run"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** What jest writes, and the exit code of npm. */
interface Part {
  results?: object;
  exitCode?: number;
}

const PASSED: Part = { results: { numPassedTests: 5 } };

/** Runs .ci/run. `npm test`, `npm run jest` for the rest, and set-up end as given. */
function run(
  sample: Part,
  rest: Part = PASSED,
  setup = 0,
): { status: number | null; last: string | undefined } {
  const { status, lines } = runAll(sample, rest, setup);
  return { status, last: lines.at(-1) };
}

function runAll(sample: Part, rest: Part, setup = 0): { status: number | null; lines: string[] } {
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
  fs.writeFileSync(path.join(folder, "npm"), npm.join("\n"), { mode: 0o755 });
  const { TEST_SCOPE: _, ...outer } = process.env;
  const env = { ...outer, PATH: [folder, path.dirname(process.execPath), outer.PATH].join(path.delimiter) };
  const { status, stdout } = spawnSync("bash", [path.join(folder, ".ci/run")], { encoding: "utf8", env });
  return { status, lines: stdout.trimEnd().split("\n") };
}

test("adds the counts of jest in both parts", () => {
  const sample = { results: { numPassedTests: 12, numFailedTests: 0 } };
  expect(run(sample)).toEqual({ status: 0, last: "17 passed, 0 failed" });
});

test("counts skipped tests on a line of their own, before the last line", () => {
  const sample = { results: { numPassedTests: 12, numPendingTests: 1, numTodoTests: 1 } };
  expect(runAll(sample, PASSED).lines).toEqual(["2 skipped", "17 passed, 0 failed"]);
});

test("exits with npm's code if tests fail, and runs the rest", () => {
  const sample = { results: { numPassedTests: 3, numFailedTests: 2 }, exitCode: 7 };
  expect(run(sample)).toEqual({ status: 7, last: "8 passed, 2 failed" });
});

test("fails if tests of the rest fail", () => {
  const rest = { results: { numPassedTests: 3, numFailedTests: 2 }, exitCode: 6 };
  expect(run(PASSED, rest)).toEqual({ status: 6, last: "8 passed, 2 failed" });
});

test("counts test files that cannot be loaded", () => {
  const broken = { results: { numPassedTests: 3, numRuntimeErrorTestSuites: 1 } };
  expect(run(broken)).toEqual({ status: 1, last: "8 passed, 1 failed" });
  expect(run(PASSED, broken)).toEqual({ status: 1, last: "8 passed, 1 failed" });
});

test("fails if no test ran in one of the parts", () => {
  expect(run({})).toEqual({ status: 1, last: "0 passed, 0 failed" });
  expect(run({ results: { numPassedTests: 0 } })).toEqual({ status: 1, last: "5 passed, 0 failed" });
  expect(run(PASSED, {})).toEqual({ status: 1, last: "5 passed, 0 failed" });
});

test("fails if npm fails before the tests, and does not run the rest", () => {
  expect(run({ exitCode: 1 })).toEqual({ status: 1, last: "0 passed, 0 failed" });
});

test("fails if set-up fails, and runs no test", () => {
  expect(run(PASSED, PASSED, 3)).toEqual({ status: 3, last: "0 passed, 0 failed" });
});
