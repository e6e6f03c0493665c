import type { Simulator } from "../../simulator/src";
import { recordRequests } from "./coverage";

export interface RunResult<T> {
  value?: T;
  failure?: Error;
  /** The faults that happened. */
  faults: string[];
  /** The number of requests. */
  requests: number;
}

/** A fault as a rule of the simulator, or null for none. */
export type FaultRule = string | null;

/** Runs an operation while the fault is set. */
export async function runWithFault<T>(
  platform: Simulator,
  fault: FaultRule,
  operation: () => Promise<T>,
): Promise<RunResult<T>> {
  platform.clearRequests();
  if (fault !== null) platform.faults.add(fault);
  const result = await operation().then(
    (value) => ({ value }),
    (failure: Error) => ({ failure }),
  );
  const faults = platform.faults.fired().map(({ fault }) => fault as string);
  platform.faults.clear();
  recordRequests(platform.requests);
  return { ...result, faults, requests: platform.requests.length };
}
