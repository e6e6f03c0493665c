import { REPLIES } from "../../errors/replies";
import type { Call } from "./call";
import { PlatformError } from "./error";
import { remarksOnEffect } from "./failure-kind";

/** The error of a request whose signal aborted before the request was sent. */
export function notSent({ method, path }: Call, reason: unknown): PlatformError {
  return new PlatformError({
    method,
    path,
    reason: `${abortReason(reason)} before the request was sent`,
    mayHaveTakenEffect: false,
    retryable: false,
    kind: REPLIES.notSent,
  });
}

/** The reason of an aborted signal, as the beginning of a sentence. */
export function abortReason(reason: unknown): string {
  return reason instanceof Error ? reason.message : "the operation ended";
}

/** The caller's signal aborted a request while it waited for the reply. */
export function abortedWait(call: Call, reason: unknown): PlatformError {
  const { method, path } = call;
  return new PlatformError({
    method,
    path,
    reason: `${abortReason(reason)} before the platform answered`,
    mayHaveTakenEffect: method !== "GET",
    retryable: false,
    kind: REPLIES.endedBeforeReply,
    remarks: remarksOnEffect(call),
  });
}
