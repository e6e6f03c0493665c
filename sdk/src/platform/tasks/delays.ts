import type { Clock } from "../../util/clock";

export interface PollInterval {
  /** Milliseconds between two polls of a task, and before the first one, at least. */
  min: number;
  /** Milliseconds between two polls of a task, and before the first one, at most. */
  max: number;
}

/** What is known about the end of a task. */
export interface Expectation {
  /** How long tasks of the same kind took, in ascending order. */
  seen: readonly number[];
  /** The shortest time that a task of another kind took, if none of the same kind is known. */
  shortestOther?: number | undefined;
  /** Polls have cost more requests than they should. */
  isSparse: boolean;
}

/** A change may become visible, and a new task readable, only after this time: the platform's replicas lag. */
export const REPLICATION_LAG_MS = 30_000;

const JITTER_SHARE = 0.1;

/** The pause until the next poll, as a share of the age: polling lengthens no wait by more than this share. */
const POLL_SHARE_OF_AGE = 0.25;
/** Pauses of young tasks double up to this one. */
const YOUNG_PAUSE_MS = 500;
/** The first poll, if only tasks of other kinds are known, as a share of their shortest time. */
const SHARE_OF_OTHER = 0.5;
/** The longest time until that poll. */
const MAX_FIRST_PAUSE_MS = 3_000;

/**
 * A task is likely to end between these multiples of the time that an earlier task of its kind took. The first ones that end
 * are the shortest, and their times may be in whole seconds, rounded down.
 */
const EARLY = 0.97;
const LATE = 1.5;
/** The pause while a task is likely to end, as a share of its age: normally, and to save requests. */
const SHARE_NEAR_END = 0.06;
const SPARSE_SHARE_NEAR_END = 0.1;
/** Before that time only failures are expected. The pause is a multiple of the age, so that early failures are noticed. */
const FAILURE_POLL_FACTOR = 8;
/** The pause for young tasks. */
const FAILURE_PAUSE_MS = 10_000;

/** Milliseconds until the next poll after polling for `age`, with some jitter so that many polls spread out. */
export function nextDelay(age: number, { min, max }: PollInterval, clock: Clock): number {
  const delay = Math.max(age * POLL_SHARE_OF_AGE, Math.min(age, YOUNG_PAUSE_MS));
  return Math.min(Math.max(delay, min), max) * (1 + JITTER_SHARE * (2 * clock.random() - 1));
}

/** Milliseconds until the next poll of a task of this age. */
export function nextPoll(
  age: number,
  expectation: Expectation,
  interval: PollInterval,
  clock: Clock,
): number {
  const { seen, shortestOther = 0 } = expectation;
  if (seen.length === 0) {
    const first = Math.min(shortestOther * SHARE_OF_OTHER, MAX_FIRST_PAUSE_MS, interval.max);
    return Math.max(nextDelay(age, interval, clock), first - age);
  }
  const likely = seen.find((duration) => duration * LATE > age);
  if (likely === undefined) return nextDelay(age, interval, clock);
  const share = expectation.isSparse ? SPARSE_SHARE_NEAR_END : SHARE_NEAR_END;
  const near = age * share * (1 - JITTER_SHARE * clock.random());
  // Between two usual ends, a task is polled as if nothing were known.
  const isBeforeAll = likely === seen[0];
  const limit = isBeforeAll ? Math.max(FAILURE_PAUSE_MS, age * FAILURE_POLL_FACTOR) : age * POLL_SHARE_OF_AGE;
  const pause = Math.min(Math.max(likely * EARLY - age, near), limit);
  return Math.min(Math.max(pause, interval.min), interval.max);
}

/** How much earlier than due a task of this age is polled together with others. */
export function slackOf(age: number): number {
  return (age * SHARE_NEAR_END) / 2;
}
