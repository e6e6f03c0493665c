import fc from "fast-check";

/** Faults after which the client does not know whether the request was processed. Here it was. */
export const MAYBE_PROCESSED = ["reset-after", "status:code=503,processed"];
/** Faults of requests that were not processed, which the client cannot always know. */
export const NOT_PROCESSED = ["reset-before", "status:code=503", "status:code=503,retryAfter=1"];
/** Reads return the values before a request at first. */
export const LAGGING_READS = ["lagging-list:reads=1", "lagging-list:reads=3"];

/** Rules of the simulator: one of the faults, for one or two or all requests with one of the methods. */
export function faultsOf(faults: string[], methods: string[]): fc.Arbitrary<string> {
  const which = fc.constantFrom("", "#1", "#2", "#1,2");
  return fc
    .tuple(fc.constantFrom(...faults), fc.constantFrom(...methods), which)
    .map(([fault, method, number]) => `${fault}@${method}${number}`)
    .filter((rule) => !/^lagging.*@GET/.test(rule));
}
