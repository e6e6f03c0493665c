import { errors } from "undici";
import { REPLIES } from "../errors/replies";
import { adviseOnDoubt } from "./advice";
import type { Call } from "./call";
import { ConnectError, describeError } from "./connect";
import { PlatformError, type PlatformFailure } from "./error";
import type { ExchangeError } from "./exchange";
import type { Redactor } from "./redact";

export const LARGEST_REPLY = 32 * 1024 * 1024;

type Failure = Pick<PlatformFailure, "reason" | "advice" | "transient">;

/** What a request without a whole reply means for its caller. */
export function failureOf(call: Call, error: ExchangeError, redactor: Redactor): PlatformError {
  const { method, path } = call;
  if (error.end === "signal") return interrupted(call, error.cause, error.sent);
  const { reason, advice, transient } = error.sent ? broken(error) : unsent(error.cause);
  return new PlatformError({
    method,
    path,
    reason: redactor.message(reason),
    mayHaveTakenEffect: error.sent,
    transient,
    advice: error.sent ? adviseOnDoubt(call, advice) : advice,
  });
}

/** The caller's signal ended the request: before it was sent, or while it read. */
export function interrupted({ method, path }: Call, reason: unknown, sent: boolean): PlatformError {
  const why = reason instanceof Error ? reason.message : "the request was ended";
  return new PlatformError({
    method,
    path,
    reason: `${why} before ${sent ? "the platform answered" : "the request was sent"}`,
    mayHaveTakenEffect: false,
    transient: false,
    advice: REPLIES.slow.remedy,
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
