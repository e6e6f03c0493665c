import { notRepeated } from "../errors/replies";
import type { Clock } from "../util/clock";
import { abortReason } from "./aborted";
import { maxBackoff, retryAfterDelay } from "./backoff";
import type { Call, Send } from "./call";
import { PlatformError } from "./error";
import { isRateLimited } from "./rate-limit";

export interface RetryOptions {
  maxRetries: number;
  clock: Clock;
}

/** How long a call without a signal is repeated because of a rate limit. */
const MAX_RATE_LIMIT_RETRY_MS = 5 * 60_000;

/**
 * Repeats a call that failed for a passing reason. GET, PUT and DELETE may be repeated at will, as may what is
 * marked so; POST and PATCH only when it is certain that the platform did not carry the first one out. A call that
 * met a rate limit is repeated until its signal aborts, after the pauses of the rate gate; only `maxRetries: 0` turns
 * that off.
 *
 * This stands above the parser and not in undici's own retry interceptor, because a reply that broke off in its
 * body is to be repeated as well, and the pauses follow the clock and the signal of the call.
 */
export function withRetry(send: Send, { maxRetries, clock }: RetryOptions): Send {
  return async (call) => {
    const end = call.signal ? Number.POSITIVE_INFINITY : clock.now() + MAX_RATE_LIMIT_RETRY_MS;
    let previousError: PlatformError | undefined;
    for (let failures = 0; ; ) {
      try {
        return await send(call);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        if (previousError && wasNotSent(call, error)) throw notRepeatedError(call, previousError);
        const isLimited = isRateLimited(call, error);
        const isLast = isLimited ? maxRetries === 0 || clock.now() >= end : failures >= maxRetries;
        if (isLast || !isRepeatable(call, error)) throw error;
        previousError = error;
        if (isLimited) continue;
        const pause = Math.max(clock.random() * maxBackoff(failures), retryAfterDelay(error, clock));
        failures += 1;
        await clock.sleep(pause, call.signal).catch(() => Promise.reject(notRepeatedError(call, error)));
      }
    }
  };
}

function isRepeatable(call: Call, error: PlatformError): boolean {
  if (!error.transient || (error.status === 429 && call.retryOn429 === false)) return false;
  return !error.mayHaveTakenEffect || call.repeatable || (call.method !== "POST" && call.method !== "PATCH");
}

/** Whether the signal ended the call before this attempt of it reached the platform. */
function wasNotSent({ signal }: Call, { status, mayHaveTakenEffect }: PlatformError): boolean {
  return signal?.aborted === true && status === undefined && !mayHaveTakenEffect;
}

/** The last answer says more than that the time is over, and it knows whether an earlier attempt may have taken effect. */
function notRepeatedError({ signal }: Call, error: PlatformError): PlatformError {
  return new PlatformError({
    ...error,
    advice: `${notRepeated(abortReason(signal?.reason))} ${error.advice}`,
  });
}
