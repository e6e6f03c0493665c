/**
 * Which part of the fault matrix, the interruptions and the random sequences the tests cover. `npm test` runs a fixed
 * sample, `npm run test:exhaustive` everything. `.ci/run` runs the sample and then the rest, so nothing runs twice.
 */
export type Scope = "sample" | "rest" | "all";

const SCOPES: Scope[] = ["sample", "rest", "all"];

export const scope: Scope = scopeOf(process.env.TEST_SCOPE ?? "sample");

function scopeOf(text: string): Scope {
  const found = SCOPES.find((one) => one === text);
  if (!found) throw new Error(`TEST_SCOPE is "${text}". It must be one of ${SCOPES.join(", ")}.`);
  return found;
}

/** Whether a test belongs to the run. */
export function isInScope(isSampled: boolean): boolean {
  return scope === "all" || isSampled === (scope === "sample");
}
