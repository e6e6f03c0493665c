import { setTimeout as delay } from "node:timers/promises";

/** Time and random numbers. Tests pass in their own. */
export interface Clock {
  /** Milliseconds since an arbitrary moment, for durations and deadlines: steps of the machine's clock do not change them. */
  now(): number;
  /** Milliseconds since the epoch, to compare with dates from outside this process. */
  wallTime(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
}

/** The reason why a timer or a wait that is needed no more ends. Without it, each `abort()` makes an error with a stack trace. */
export const OVER = Symbol("over");

export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  random: Math.random,
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** The local time in so many milliseconds, as "15:04:05", for a line that may be read later than it is printed. */
export function timeIn(ms: number, clock: Clock): string {
  return new Date(clock.wallTime() + ms).toTimeString().slice(0, "15:04:05".length);
}

/** Milliseconds since the epoch of a time in the platform's notation; undefined if it is no such time. Times without a zone are in UTC. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const time = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  return time >= 0 ? time : undefined;
}
