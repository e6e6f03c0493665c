import { notRepeated } from "../errors/replies";
import type { Clock } from "../util/clock";
import type { Call, Send } from "./call";
import { PlatformError } from "./error";
import { whyEnded } from "./not-sent";
import { longestBackOff, requestedPause } from "./pauses";
import { isRateLimited } from "./rate";

export interface RetryOptions {
  maxRetries: number;
  clock: Clock;
}

/** How long a call without a signal is repeated because of a rate limit. */
const LONGEST_LIMITED = 5 * 60_000;

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
    const end = call.signal ? Number.POSITIVE_INFINITY : clock.now() + LONGEST_LIMITED;
    let earlier: PlatformError | undefined;
    for (let failures = 0; ; ) {
      try {
        return await send(call);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        if (earlier && wasNotSent(call, error)) throw ended(call, earlier);
        const isLimited = isRateLimited(call, error);
        const isLast = isLimited ? maxRetries === 0 || clock.now() >= end : failures >= maxRetries;
        if (isLast || !mayRepeat(call, error)) throw error;
        earlier = error;
        if (isLimited) continue;
        const pause = Math.max(clock.random() * longestBackOff(failures), requestedPause(error, clock));
        failures += 1;
        await clock.sleep(pause, call.signal).catch(() => Promise.reject(ended(call, error)));
      }
    }
  };
}

function mayRepeat(call: Call, error: PlatformError): boolean {
  if (!error.transient || (error.status === 429 && call.retryLimited === false)) return false;
  return !error.mayHaveTakenEffect || call.repeatable || (call.method !== "POST" && call.method !== "PATCH");
}

/** Whether the signal ended the call before this attempt of it reached the platform. */
function wasNotSent({ signal }: Call, { status, mayHaveTakenEffect }: PlatformError): boolean {
  return signal?.aborted === true && status === undefined && !mayHaveTakenEffect;
}

/** The last answer says more than that the time is over, and it knows whether an earlier attempt may have taken effect. */
function ended({ signal }: Call, error: PlatformError): PlatformError {
  return new PlatformError({ ...error, advice: `${notRepeated(whyEnded(signal?.reason))} ${error.advice}` });
}
