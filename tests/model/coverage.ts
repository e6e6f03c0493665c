import fc from "fast-check";
import type { RequestRecord } from "../../simulator/src";

// Records which faults the sequences of all models contain, and which of them happened.

const requests: RequestRecord[] = [];
const faultNames = new Set<string>();

export function recordRequests(some: readonly RequestRecord[]): void {
  requests.push(...some);
}

export function recordFaults(faults: fc.Arbitrary<string>): void {
  for (const rule of fc.sample(faults, { numRuns: 1_000, seed: 1 })) faultNames.add(faultNameOf(rule));
}

/** Faults that have not happened, and methods of requests that had no fault. */
export function uncovered(): string[] {
  const faulty = requests.filter(({ fault }) => fault !== undefined);
  const happened = new Set(faulty.map(({ fault = "" }) => faultNameOf(fault)));
  const faultyMethods = new Set(faulty.map(({ method }) => method));
  const methods = new Set(requests.map(({ method }) => method));
  return [
    ...[...faultNames].filter((name) => !happened.has(name)),
    ...[...methods].filter((method) => !faultyMethods.has(method)),
  ];
}

/** The rule without the requests to which it applies. */
function faultNameOf(rule: string): string {
  return rule.split("@")[0] ?? "";
}
