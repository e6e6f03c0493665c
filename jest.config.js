const { availableParallelism } = require("node:os");

/** The test files of each scope: `.ci/run` runs the sample and then the rest, so nothing runs twice. */
const filesOf = {
  sample: ["**/!(*.exhaustive).test.ts"],
  rest: ["**/*.exhaustive.test.ts"],
  all: ["**/*.test.ts"],
};

const scope = process.env.TEST_SCOPE || "sample";
if (!(scope in filesOf))
  throw new Error(`TEST_SCOPE is "${scope}". It must be one of ${Object.keys(filesOf).join(", ")}.`);

/** @type {import("jest").Config} */
module.exports = {
  roots: ["<rootDir>/tests", "<rootDir>/examples"],
  testMatch: filesOf[scope],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript" }, target: "es2023" },
        module: { type: "commonjs" },
        sourceMaps: "inline",
      },
    ],
  },
  // Tests import what they use from @jest/globals. Otherwise each module of each test file gets an object `jest`.
  injectGlobals: false,
  // What only the serialization of functions uses.
  moduleNameMapper: {
    "/typescript-shim$": "<rootDir>/tests/support/no-serialization.cjs",
  },
  // Tests that run the CLI wait for timeouts and for other processes, so one worker more than cores keeps all cores busy.
  maxWorkers: availableParallelism() + 1,
  // A worker that has run many files frees a gigabyte when it ends. The half second of jest's default is too short for
  // that on a busy machine, and jest then reports open handles that do not exist.
  workerGracefulExitTimeout: 20_000,
  testSequencer: "<rootDir>/tests/support/slow-first.cjs",
  reporters: ["default", "<rootDir>/tests/support/progress-reporter.cjs"],
  testTimeout: 120_000,
};
