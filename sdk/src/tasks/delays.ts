import type { Clock } from "../util/clock";

export interface PollInterval {
  /** Milliseconds between two polls of a new task, and before the first one. */
  min: number;
  /** Milliseconds between two polls of an old task. */
  max: number;
}

/** The pause until the next poll, as a share of the task's age: polling lengthens no wait by more than this share. */
const POLL_SHARE_OF_AGE = 0.25;
const JITTER_SHARE = 0.1;

/** A change may become visible, and a new task readable, only after this time: the platform's replicas lag. */
export const REPLICATION_LAG_MS = 30_000;

/** Milliseconds until the next poll of a task of this age, with some jitter so that polls of many tasks spread out. */
export function nextDelay(age: number, { min, max }: PollInterval, clock: Clock): number {
  const delay = Math.min(Math.max(age * POLL_SHARE_OF_AGE, min), max);
  return delay * (1 + JITTER_SHARE * (2 * clock.random() - 1));
}
