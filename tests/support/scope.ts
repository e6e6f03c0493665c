/**
 * Which part of the fault matrix, the interruptions and the random sequences the tests cover, and whether they include
 * the files `*.exhaustive.test.ts`. `npm test` runs a fixed sample, `npm run test:exhaustive` everything. `.ci/run` runs
 * the sample and then the rest, so nothing runs twice.
 */
export type Scope = "sample" | "rest" | "all";

/** jest.config.js has checked the value. */
export const scope = (process.env.TEST_SCOPE || "sample") as Scope;

/** Whether a test belongs to the run. */
export function isInScope(isSampled: boolean): boolean {
  return scope === "all" || isSampled === (scope === "sample");
}
