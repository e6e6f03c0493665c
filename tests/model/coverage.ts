import fc from "fast-check";
import type { RequestRecord } from "../../simulator/src";

// Which faults the sequences of all models contain, and which requests have met one.

const requests: RequestRecord[] = [];
const rules = new Set<string>();

export function recordRequests(some: readonly RequestRecord[]): void {
  requests.push(...some);
}

export function recordFaults(faults: fc.Arbitrary<string>): void {
  for (const rule of fc.sample(faults, { numRuns: 1_000, seed: 1 })) rules.add(kindOf(rule));
}

/** Faults of the sequences that have not happened, and methods of requests that have met no fault. */
export function uncovered(): string[] {
  const faulty = requests.filter(({ fault }) => fault !== undefined);
  const happened = new Set(faulty.map(({ fault = "" }) => kindOf(fault)));
  const met = new Set(faulty.map(({ method }) => method));
  const requested = new Set(requests.map(({ method }) => method));
  return [
    ...[...rules].filter((kind) => !happened.has(kind)),
    ...[...requested].filter((one) => !met.has(one)),
  ];
}

/** The rule without the requests that it is for. */
function kindOf(rule: string): string {
  return rule.split("@")[0] ?? "";
}
