import type { Clock } from "../util/clock";

export interface PollInterval {
  /** Milliseconds between two looks at a young task, and to the first look. */
  min: number;
  /** Milliseconds between two looks at an old one. */
  max: number;
}

/** The share of a task's age that may pass until the next look: what waiting adds stays below it. */
const POLL_SHARE_OF_AGE = 0.25;
const JITTER_SHARE = 0.1;

/** How long to wait before the next look at a task of this age, a little more or less so that looks spread. */
export function nextDelay(age: number, { min, max }: PollInterval, clock: Clock): number {
  const delay = Math.min(Math.max(age * POLL_SHARE_OF_AGE, min), max);
  return delay * (1 + JITTER_SHARE * (2 * clock.random() - 1));
}
