import { errors } from "undici";
import { REPLIES } from "../errors/replies";
import { adviseOnDoubt } from "./advice";
import type { Call } from "./call";
import { ConnectError, describeError } from "./connect";
import { PlatformError, type PlatformFailure } from "./error";
import type { ExchangeError } from "./exchange";
import { notSent, whyEnded } from "./not-sent";
import type { Redact } from "./redact";

export const LARGEST_REPLY = 32 * 1024 * 1024;

type Failure = Pick<PlatformFailure, "reason" | "advice" | "transient">;

/** What a request without a whole reply means for its caller. */
export function failureOf(call: Call, error: ExchangeError, redact: Redact): PlatformError {
  const { method, path } = call;
  if (error.end === "signal") return error.sent ? interrupted(call, error.cause) : notSent(call, error.cause);
  const { reason, advice, transient } = error.sent ? broken(error) : unsent(error.cause);
  return new PlatformError({
    method,
    path,
    reason: redact(reason),
    mayHaveTakenEffect: error.sent,
    transient,
    advice: error.sent ? adviseOnDoubt(call, advice) : advice,
  });
}

/** The caller's signal ended a request while it waited for the reply. */
function interrupted(call: Call, reason: unknown): PlatformError {
  const { method, path } = call;
  return new PlatformError({
    method,
    path,
    reason: `${whyEnded(reason)} before the platform answered`,
    mayHaveTakenEffect: method !== "GET",
    transient: false,
    advice: adviseOnDoubt(call, REPLIES.slow.remedy),
  });
}

function unsent(cause: unknown): Failure {
  if (cause instanceof ConnectError)
    return { reason: cause.message, transient: cause.transient, advice: cause.advice };
  return {
    reason: `no connection to the platform: ${describeError(cause as Error)}`,
    transient: true,
    advice: REPLIES.unreachable.remedy,
  };
}

function broken({ end, cause }: ExchangeError): Failure {
  if (end === "timeout")
    return {
      reason: "the platform did not answer in time",
      transient: true,
      advice: REPLIES.slow.remedy,
    };
  if (cause instanceof errors.ResponseExceededMaxSizeError)
    return {
      reason: `the reply is larger than ${LARGEST_REPLY / 1024 / 1024} MiB`,
      transient: false,
      advice: REPLIES.unreadable.remedy,
    };
  return {
    reason: `the connection broke before the whole reply had come: ${describeError(cause as Error)}`,
    transient: true,
    advice: REPLIES.unreachable.remedy,
  };
}
