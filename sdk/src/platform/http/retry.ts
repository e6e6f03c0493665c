import { notRepeated } from "../../errors/replies";
import { timeIn } from "../../util/clock";
import type { Call, Reply, Send } from "./call";
import type { ClientOptions, SendOnce } from "./client";
import { PlatformError } from "./error";
import { isRateLimited, maxBackoff, retryAfterDelay } from "./limits";
import { abortReason } from "./no-reply";

/** How long a call without a signal is retried because of a rate limit. */
const MAX_RATE_LIMIT_RETRY_MS = 5 * 60_000;

/**
 * Retries a call after a `retryable` failure. GET, PUT, DELETE and calls marked `idempotent` are always retried; POST and
 * PATCH only if the platform certainly did not carry out the first request. A rate-limited call is retried until its
 * signal aborts, and the rate limiter sets the pauses; only `maxRetries: 0` turns this off.
 *
 * undici's own retry interceptor does not fit: a reply with an incomplete body has to be retried as well, and the
 * pauses have to follow the clock and the signal of the call.
 */
export function withRetry(send: SendOnce, options: ClientOptions): Send {
  return (call) =>
    sendAgain(send, call, options).catch((error: unknown) => {
      // The last thing that it has waited for may still be shown.
      call.onWait?.();
      throw error;
    });
}

async function sendAgain(
  send: SendOnce,
  call: Call,
  { maxRetries, clock, observer }: ClientOptions,
): Promise<Reply> {
  const end = call.signal ? Number.POSITIVE_INFINITY : clock.now() + MAX_RATE_LIMIT_RETRY_MS;
  let previousError: PlatformError | undefined;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(call, attempt);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // What answers now says nothing about an earlier attempt.
      if (previousError?.mayHaveTakenEffect && call.method !== "GET")
        Object.assign(error, { mayHaveTakenEffect: true });
      if (previousError && wasNotSent(call, error)) throw notRepeatedError(call, previousError);
      const isLimited = isRateLimited(call, error);
      const isLast = isLimited ? maxRetries === 0 || clock.now() >= end : failures >= maxRetries;
      if (call.isOnce || isLast || !mayRetry(call, error)) throw error;
      previousError = error;
      if (isLimited) continue;
      const pause = Math.max(clock.random() * maxBackoff(failures), retryAfterDelay(error, clock));
      failures += 1;
      const failure = error.status ?? error.code;
      call.onWait?.(`${failure}, try ${failures + 1} of ${maxRetries + 1} at ${timeIn(pause, clock)}`);
      observer?.onPause("retry", pause, call);
      await clock.sleep(pause, call.signal).catch(() => Promise.reject(notRepeatedError(call, error)));
    }
  }
}

function mayRetry(call: Call, error: PlatformError): boolean {
  if (!error.retryable || (error.status === 429 && call.retryOn429 === false)) return false;
  return !error.mayHaveTakenEffect || isIdempotent(call);
}

/** Whether sending the call twice has the effect of sending it once. */
export function isIdempotent({ method, idempotent }: Call): boolean {
  return idempotent === true || (method !== "POST" && method !== "PATCH");
}

/** Whether the signal aborted the call before this attempt was sent. */
function wasNotSent({ signal }: Call, { status, mayHaveTakenEffect }: PlatformError): boolean {
  return signal?.aborted === true && status === undefined && !mayHaveTakenEffect;
}

/** The last reply explains more than the abort, and has the fact whether an earlier attempt may have taken effect. */
function notRepeatedError({ signal }: Call, error: PlatformError): PlatformError {
  return error.withRemark(notRepeated(abortReason(signal?.reason)));
}
