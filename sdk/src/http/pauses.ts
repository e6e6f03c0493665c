import type { Clock } from "../util/clock";
import type { PlatformError } from "./error";

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;
const LONGEST_RETRY_AFTER = 60_000;
/** The most that is added to a pause that the platform asks for, as a share of it. */
const SPREAD = 0.1;

/** The longest back-off after this many earlier failures: it doubles up to a bound. */
export function longestBackOff(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
}

/**
 * Milliseconds that the platform asks for in `Retry-After`, up to a bound; 0 without the header. A random share is
 * added, so that callers that were given the same header do not come back in step.
 */
export function requestedPause({ retryAfter }: PlatformError, clock: Clock): number {
  const asked = (retryAfter === undefined ? undefined : readRetryAfter(retryAfter, clock.now())) ?? 0;
  return Math.min(asked, LONGEST_RETRY_AFTER) * (1 + SPREAD * clock.random());
}

/** Retry-After is a number of seconds or a date. */
function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
