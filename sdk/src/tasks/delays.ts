import type { Clock } from "../util/clock";

export interface Delays {
  /** Milliseconds between two looks at a young task, and to the first look. */
  min: number;
  /** Milliseconds between two looks at an old one. */
  max: number;
}

/** The share of a task's age that may pass until the next look: what waiting adds stays below it. */
const SHARE = 0.25;
const JITTER = 0.1;

/** How long to wait before the next look at a task of this age, a little more or less so that looks spread. */
export function nextDelay(age: number, { min, max }: Delays, clock: Clock): number {
  const delay = Math.min(Math.max(age * SHARE, min), max);
  return delay * (1 + JITTER * (2 * clock.random() - 1));
}
