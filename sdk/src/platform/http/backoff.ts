import type { Clock } from "../../util/clock";
import type { PlatformError } from "./error";

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** Maximum random addition to a `Retry-After` delay, as a share of it. */
const JITTER_SHARE = 0.1;

/** Upper bound of the back-off in milliseconds: it doubles with every failure, up to a maximum. */
export function maxBackoff(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
}

/**
 * Milliseconds of the `Retry-After` header, up to a maximum; 0 without the header. Random jitter is added, so that
 * callers with the same header do not retry at the same time.
 */
export function retryAfterDelay({ retryAfter }: PlatformError, clock: Clock): number {
  const requested =
    (retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, clock.wallTime())) ?? 0;
  return Math.min(requested, MAX_RETRY_AFTER_MS) * (1 + JITTER_SHARE * clock.random());
}

/** Retry-After is a number of seconds or a date. */
function parseRetryAfter(text: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
