import fc from "fast-check";

/** Faults after which a request may have taken effect. */
export const UNSURE = ["reset-after", "status:code=503,processed"];
/** Faults after which it has not, which the client cannot always know. */
export const WITHOUT_EFFECT = ["reset-before", "status:code=503", "status:code=503,retryAfter=1"];
/** What is seen late. */
export const LATE = ["lagging-list:reads=1", "lagging-list:reads=3"];

/** Rules of the simulator: one of the kinds, for requests of one of the methods, for all of them or one or two. */
export function faultsOf(kinds: string[], methods: string[]): fc.Arbitrary<string> {
  const which = fc.constantFrom("", "#1", "#2", "#1,2");
  return fc
    .tuple(fc.constantFrom(...kinds), fc.constantFrom(...methods), which)
    .map(([kind, method, number]) => `${kind}@${method}${number}`)
    .filter((rule) => !/^lagging.*@GET/.test(rule));
}
