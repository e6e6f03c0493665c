/**
 * Which part of the fault matrix, the interruptions and the random sequences the tests cover: `npm test` takes a fixed
 * sample, `npm run test:exhaustive` all of it. `.ci/run` takes the sample and then the rest, so that nothing runs twice.
 */
export type Scope = "sample" | "rest" | "all";

const SCOPES: Scope[] = ["sample", "rest", "all"];

export const scope: Scope = scopeOf(process.env.TEST_SCOPE ?? "sample");

function scopeOf(text: string): Scope {
  const found = SCOPES.find((one) => one === text);
  if (!found) throw new Error(`TEST_SCOPE is "${text}". It must be one of ${SCOPES.join(", ")}.`);
  return found;
}

/** Whether what is, or is not, a part of the sample belongs to the run. */
export function isInScope(isSampled: boolean): boolean {
  return scope === "all" || isSampled === (scope === "sample");
}
