import type { Clock } from "../util/clock";
import type { Call, Send } from "./call";
import { PlatformError } from "./error";

export interface RetryOptions {
  maxRetries: number;
  clock: Clock;
}

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;
const LONGEST_RETRY_AFTER = 60_000;

/**
 * Repeats a call that failed for a passing reason. GET, PUT and DELETE may be repeated at will, as may what is
 * marked so; POST and PATCH only when it is certain that the platform did not carry the first one out.
 *
 * This stands above the parser and not in undici's own retry interceptor, because a reply that broke off in its
 * body is to be repeated as well, and the pauses follow the clock and the signal of the call.
 */
export function withRetry(send: Send, { maxRetries, clock }: RetryOptions): Send {
  return async (call) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(call);
      } catch (error) {
        if (!(error instanceof PlatformError) || attempt >= maxRetries || !mayRepeat(call, error))
          throw error;
        // When the call's time is over the last failure says more than that it was over.
        await clock.sleep(pause(attempt, error, clock), call.signal).catch(() => Promise.reject(error));
      }
    }
  };
}

function mayRepeat(call: Call, error: PlatformError): boolean {
  if (!error.transient || (error.status === 429 && call.retryLimited === false)) return false;
  return !error.mayHaveTakenEffect || call.repeatable || (call.method !== "POST" && call.method !== "PATCH");
}

/** What Retry-After asks for, within reason; else full jitter below a bound that doubles. */
function pause(attempt: number, { retryAfter }: PlatformError, clock: Clock): number {
  const asked = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, clock.now());
  if (asked !== undefined) return Math.min(asked, LONGEST_RETRY_AFTER);
  return clock.random() * Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);
}

/** Retry-After counts seconds or names a date. */
function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
