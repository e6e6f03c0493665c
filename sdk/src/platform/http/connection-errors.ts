import { REPLIES } from "../../errors/replies";
import { abortedWait, notSent } from "./aborted";
import type { Call } from "./call";
import { ConnectError, describeError } from "./connect";
import { PlatformError, type PlatformFailure } from "./error";
import type { ExchangeError } from "./exchange";
import { remarksOnEffect } from "./failure-kind";
import type { Redact } from "./redact";
import { errors } from "./undici";

export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

type FailureDetails = Pick<PlatformFailure, "reason" | "kind" | "retryable">;

/** The error that the caller gets for a request without a complete reply. */
export function toPlatformError(call: Call, error: ExchangeError, redact: Redact): PlatformError {
  const { method, path } = call;
  if (error.ended === "signal")
    return error.wasSent ? abortedWait(call, error.cause) : notSent(call, error.cause);
  const { reason, kind, retryable } = error.wasSent ? replyIncomplete(error) : connectionFailed(error.cause);
  return new PlatformError({
    method,
    path,
    reason: redact(reason),
    mayHaveTakenEffect: error.wasSent,
    retryable,
    kind,
    remarks: error.wasSent ? remarksOnEffect(call) : [],
  });
}

function connectionFailed(cause: unknown): FailureDetails {
  if (cause instanceof ConnectError)
    return { reason: cause.message, retryable: cause.retryable, kind: cause.kind };
  return {
    reason: `no connection to the platform: ${describeError(cause as Error)}`,
    retryable: true,
    kind: REPLIES.unreachable,
  };
}

function replyIncomplete({ ended: end, cause }: ExchangeError): FailureDetails {
  if (end === "timeout")
    return {
      reason: "the platform did not answer in time",
      retryable: true,
      kind: REPLIES.timeout,
    };
  if (cause instanceof errors.ResponseExceededMaxSizeError)
    return {
      reason: `the reply is larger than ${MAX_REPLY_BYTES / 1024 / 1024} MiB`,
      retryable: false,
      kind: REPLIES.unreadable,
    };
  return {
    reason: `the connection broke before the whole reply had come: ${describeError(cause as Error)}`,
    retryable: true,
    kind: REPLIES.connectionLost,
  };
}
