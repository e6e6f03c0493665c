import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { root } from "../support/command";
import { OLDEST_CLI } from "../support/pinned-cli";
import { useTemporaryFolder } from "../support/temporary-folder";

const folder = useTemporaryFolder();
beforeEach(() => {
  for (const part of [".ci/run", "scripts/cli/pulumi-oldest/go.mod"])
    fs.cpSync(path.join(root, part), path.join(folder.path, part));
});

/** What jest writes, and the exit code of npm. */
interface Part {
  results?: object;
  exitCode?: number;
}

const PASSED: Part = { results: { numPassedTests: 5 } };
const LIVED: Part = { results: { numPassedTests: 1 } };

/** How each command ends: `npm test`, jest with the oldest CLI, jest for the rest, the simulation, and set-up of both CLIs. */
interface Commands {
  sample?: Part;
  oldest?: Part;
  rest?: Part;
  simulation?: Part;
  setup?: Part;
  oldestSetup?: Part;
}

const READY: Part = {};

/** Runs .ci/run. */
function run(commands: Commands): { status: number | null; lines: string[] } {
  const { sample = PASSED, oldest = PASSED, rest = PASSED, setup = READY, oldestSetup = READY } = commands;
  const { simulation = LIVED } = commands;
  const step = ({ results, exitCode = 0 }: Part, file = '"$TEST_RESULTS"') =>
    `${results ? `printf '%s' '${JSON.stringify(results)}' > ${file}` : ":"}; exit ${exitCode}`;
  const npm = [
    "#!/bin/sh",
    '[ "$CI" = true ] || exit 99',
    'case "$PULUMI_VERSION:$TEST_SCOPE:$*" in',
    `"::run --silent setup -- --all") ${step(setup)};;`,
    `::test) ${step(sample)};;`,
    `"${OLDEST_CLI}::run --silent setup -- --languages") ${step(oldestSetup)};;`,
    `"::run --silent jest -- tests/upgrade tests/engine/(drift|every-resource|interrupted|lifecycle|plugin|targets).test") ${step(oldest)};;`,
    `":rest:run --silent jest") ${step(rest)};;`,
    `"::run --silent simulate -- --histories 5000 --seed 1010000 --results "*) ${step(simulation, `"\${10}"`)};;`,
    "*) exit 99;;",
    "esac",
    "",
  ];
  fs.writeFileSync(path.join(folder.path, "npm"), npm.join("\n"), { mode: 0o755 });
  const { TEST_SCOPE: _, PULUMI_VERSION: __, ...outer } = process.env;
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

test.each<[what: string, commands: Commands, status: number, ...lines: string[]]>([
  ["the counts of jest in all parts are added", {}, 0, "16 passed, 0 failed"],
  ["skipped tests have a line of their own", { sample: SKIPPED }, 0, "2 skipped", "23 passed, 0 failed"],
  ["if tests fail, the rest runs, and the exit code is npm's", { sample: FAILED }, 7, "14 passed, 2 failed"],
  ["if tests with the oldest CLI fail, the rest runs", { oldest: FAILED }, 7, "14 passed, 2 failed"],
  ["if tests of the rest fail, the exit code is npm's", { rest: FAILED }, 7, "14 passed, 2 failed"],
  ["test files that cannot be loaded are counted", { sample: BROKEN }, 1, "14 passed, 1 failed"],
  ["those of the rest are counted, too", { rest: BROKEN }, 1, "14 passed, 1 failed"],
  ["if npm fails before the tests, nothing else runs", { sample: { exitCode: 1 } }, 1, "0 passed, 0 failed"],
  ["no results are a failure", { sample: {} }, 1, "0 passed, 0 failed"],
  ["no tests are a failure", { sample: { results: { numPassedTests: 0 } } }, 1, "11 passed, 0 failed"],
  ["no results with the oldest CLI are a failure", { oldest: {} }, 1, "11 passed, 0 failed"],
  [
    "a broken promise is a failure",
    { simulation: { results: { numFailedTests: 2 }, exitCode: 1 } },
    1,
    "15 passed, 2 failed",
  ],
  ["no simulation is a failure", { simulation: {} }, 1, "15 passed, 0 failed"],
  ["no results of the rest are a failure", { rest: {} }, 1, "11 passed, 0 failed"],
  ["if set-up fails, no test runs", { setup: { exitCode: 3 } }, 3, "0 passed, 0 failed"],
  [
    "if that of the oldest CLI fails, the rest runs",
    { oldestSetup: { exitCode: 3 } },
    3,
    "11 passed, 0 failed",
  ],
])("%s", (_, commands, status, ...lines) => {
  const result = run(commands);
  expect([result.status, ...result.lines.slice(-lines.length)]).toEqual([status, ...lines]);
});
