/** @type {import("jest").Config} */
module.exports = {
  roots: ["<rootDir>/tests"],
  testMatch: ["**/*.test.ts"],
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
  // Engine tests start processes: each worker has its own, and this machine's cores are all there is.
  maxWorkers: "100%",
  testSequencer: "<rootDir>/tests/support/slow-first.cjs",
  testTimeout: 120_000,
};
