import type { Clock } from "../util/clock";
import type { PlatformError } from "./error";

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** The most that is added to a pause that the platform asks for, as a share of it. */
const JITTER_SHARE = 0.1;

/** The longest back-off after this many earlier failures: it doubles up to a bound. */
export function maxBackoff(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
}

/**
 * Milliseconds that the platform asks for in `Retry-After`, up to a bound; 0 without the header. A random share is
 * added, so that callers that were given the same header do not come back in step.
 */
export function retryAfterDelay({ retryAfter }: PlatformError, clock: Clock): number {
  const requested = (retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, clock.now())) ?? 0;
  return Math.min(requested, MAX_RETRY_AFTER_MS) * (1 + JITTER_SHARE * clock.random());
}

/** Retry-After is a number of seconds or a date. */
function parseRetryAfter(text: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
