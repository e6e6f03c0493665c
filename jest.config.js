const { availableParallelism } = require("node:os");

/** @type {import("jest").Config} */
module.exports = {
  roots: ["<rootDir>/tests", "<rootDir>/examples"],
  // The rest that `npm test` leaves out is in these files alone: see tests/support/scope.ts.
  testMatch:
    process.env.TEST_SCOPE === "rest"
      ? [
          "**/tests/engine/fleet.test.ts",
          "**/tests/matrix/*.test.ts",
          "**/tests/interruption/!(register).test.ts",
          "**/tests/model/!(regressions).test.ts",
        ]
      : ["**/*.test.ts"],
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
  // Tests that run the CLI wait for timeouts and for other processes, so one worker more than cores keeps all cores busy.
  maxWorkers: availableParallelism() + 1,
  testSequencer: "<rootDir>/tests/support/slow-first.cjs",
  reporters: ["default", "<rootDir>/tests/support/progress-reporter.cjs"],
  testTimeout: 120_000,
};
