import { REPLIES } from "../../errors/replies";
import { parseJson } from "../../util/json";
import type { Call, RawReply, Reply } from "./call";
import { PlatformError } from "./error";
import { describeHtml, type ErrorBody, looksLikeHtml, parseErrorBody } from "./error-body";
import { kindOfStatus, remarksOnEffect } from "./failure-kind";

const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses of requests that the platform refused without changing anything. */
const hasNoEffect = (status: number) => (status >= 300 && status < 500 && status !== 408) || status === 501;

/** Parses a raw reply. An error status or an unreadable body is thrown. */
export function parseReply(call: Call, raw: RawReply): Reply {
  if (raw.status < 200 || raw.status >= 300) throw statusError(call, raw);
  const requestId = raw.requestId ? { requestId: raw.requestId } : {};
  if (raw.text.trim() === "") return { status: raw.status, body: undefined, ...requestId };
  const body = raw.encoding ? undefined : parseJson(raw.text);
  if (body === undefined) throw unreadableError(call, raw);
  return { status: raw.status, body, ...requestId };
}

function statusError(call: Call, raw: RawReply): PlatformError {
  const { method, path } = call;
  const details: ErrorBody = raw.encoding
    ? { reason: describeEncoding(raw.encoding) }
    : parseErrorBody(raw.text, raw.contentType);
  const mayHaveTakenEffect = !hasNoEffect(raw.status);
  return new PlatformError({
    method,
    path,
    status: raw.status,
    ...details,
    requestId: details.requestId ?? raw.requestId,
    mayHaveTakenEffect,
    retryable: RETRYABLE_STATUS.has(raw.status),
    retryAfter: raw.retryAfter,
    kind: kindOfStatus({ method, path, status: raw.status, ...details }),
    remarks: mayHaveTakenEffect ? remarksOnEffect(call) : [],
  });
}

function unreadableError({ method, path }: Call, raw: RawReply): PlatformError {
  return new PlatformError({
    method,
    path,
    status: raw.status,
    requestId: raw.requestId,
    // Also for an HTML page: a proxy that answers for the platform may have forwarded the request.
    mayHaveTakenEffect: true,
    ...describeUnreadable(raw),
  });
}

function describeUnreadable({ text, contentType, encoding }: RawReply) {
  if (encoding) return { reason: describeEncoding(encoding), retryable: false, kind: REPLIES.encoded };
  if (looksLikeHtml(text, contentType))
    return { reason: describeHtml(text), retryable: false, kind: REPLIES.notTheApi };
  return { reason: "the reply is not complete JSON", retryable: true, kind: REPLIES.unreadable };
}

function describeEncoding(encoding: string): string {
  return `the reply has the content encoding ${encoding}, which was not requested`;
}
