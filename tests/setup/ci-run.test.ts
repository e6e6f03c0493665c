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

/** Runs .ci/run with an `npm test` that leaves these results and ends with this code. */
function run(results: object | undefined, exitCode = 0): { status: number | null; last: string | undefined } {
  const write = results ? `printf '%s' '${JSON.stringify(results)}' > "$TEST_RESULTS"` : ":";
  const npm = `#!/bin/sh\n[ "$*" = test ] && [ "$CI" = true ] || exit 99\n${write}\nexit ${exitCode}\n`;
  fs.writeFileSync(path.join(folder, "npm"), npm, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: [folder, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
  };
  const { status, stdout } = spawnSync("bash", [path.join(folder, ".ci/run")], { encoding: "utf8", env });
  return { status, last: stdout.trimEnd().split("\n").pop() };
}

test("counts what jest counted", () => {
  expect(run({ numPassedTests: 12, numFailedTests: 0 })).toEqual({ status: 0, last: "12 passed, 0 failed" });
});

test("tells of skipped tests", () => {
  expect(run({ numPassedTests: 12, numPendingTests: 1, numTodoTests: 1 }).last).toBe(
    "12 passed, 0 failed, 2 skipped",
  );
});

test("keeps npm's exit code when tests fail", () => {
  expect(run({ numPassedTests: 3, numFailedTests: 2 }, 7)).toEqual({ status: 7, last: "3 passed, 2 failed" });
});

test("counts test files that could not be loaded", () => {
  expect(run({ numPassedTests: 3, numRuntimeErrorTestSuites: 1 })).toEqual({
    status: 1,
    last: "3 passed, 1 failed",
  });
});

test("fails when no test ran", () => {
  expect(run(undefined)).toEqual({ status: 1, last: "0 passed, 0 failed" });
  expect(run({ numPassedTests: 0 })).toEqual({ status: 1, last: "0 passed, 0 failed" });
});

test("fails when npm fails before the tests", () => {
  expect(run(undefined, 1)).toEqual({ status: 1, last: "0 passed, 0 failed" });
});
