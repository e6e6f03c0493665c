import type { Simulator } from "../../simulator/src";
import { recordRequests } from "./coverage";

/** How a run ended. */
export interface Ended<T> {
  value?: T;
  failure?: Error;
  /** What has gone wrong on the way. */
  faults: string[];
  /** How many requests there were. */
  requests: number;
}

/** What is to go wrong, as a rule of the simulator; null for nothing. */
export type Fault = string | null;

/** Runs with a fault, which is gone afterwards. */
export async function attempt<T>(
  platform: Simulator,
  fault: Fault,
  run: () => Promise<T>,
): Promise<Ended<T>> {
  platform.clearRequests();
  if (fault !== null) platform.faults.add(fault);
  const ended = await run().then(
    (value) => ({ value }),
    (failure: Error) => ({ failure }),
  );
  const faults = platform.faults.fired().map(({ fault }) => fault as string);
  platform.faults.clear();
  recordRequests(platform.requests);
  return { ...ended, faults, requests: platform.requests.length };
}
