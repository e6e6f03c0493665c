import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { parseJson } from "../../util/json";
import type { Call, RawReply, Reply } from "./call";
import { PlatformError } from "./error";
import { describeHtml, type ErrorBody, looksLikeHtml, parseErrorBody } from "./error-body";
import { remarksOnEffect } from "./no-reply";

const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses of requests that the platform refused without changing anything. */
const hasNoEffect = (status: number) => (status >= 300 && status < 500 && status !== 408) || status === 501;

/** Parses a raw reply. An error status or an unreadable body is thrown. */
export function parseReply(call: Call, raw: RawReply): Reply {
  const { status, text } = raw;
  if (status < 200 || status >= 300) throw statusError(call, raw);
  const requestId = requestIdOf(raw);
  const body = encodingOf(raw) ? undefined : parseJson(text);
  if (body === undefined && text.trim() !== "") throw unreadableError(call, raw);
  return { status, body, ...(requestId && { requestId }) };
}

function statusError(call: Call, raw: RawReply): PlatformError {
  const { method, path } = call;
  const { status, headers, text } = raw;
  const encoding = encodingOf(raw);
  const details: ErrorBody = encoding
    ? { reason: describeEncoding(encoding) }
    : parseErrorBody(text, contentTypeOf(raw));
  const mayHaveTakenEffect = !hasNoEffect(status);
  return new PlatformError({
    method,
    path,
    status,
    ...details,
    requestId: details.requestId ?? requestIdOf(raw),
    mayHaveTakenEffect,
    retryable: RETRYABLE_STATUS.has(status),
    retryAfter: headers["retry-after"],
    kind: kindOf(call, status, details.reason),
    remarks: mayHaveTakenEffect ? remarksOnEffect(call) : [],
  });
}

const KINDS: Record<number, RequestErrorDefinition> = {
  401: REPLIES.unauthorized,
  403: REPLIES.forbidden,
  404: REPLIES.notFound,
  408: REPLIES.timeout,
  409: REPLIES.conflict,
  429: REPLIES.rateLimited,
};

function kindOf({ errorKinds }: Call, status: number, reason: string): RequestErrorDefinition {
  if (status >= 300 && status < 400) return REPLIES.redirect;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return REPLIES.notTheApi;
  return errorKinds?.[status] ?? KINDS[status] ?? (status >= 500 ? REPLIES.serverError : REPLIES.badRequest);
}

function unreadableError({ method, path }: Call, raw: RawReply): PlatformError {
  return new PlatformError({
    method,
    path,
    status: raw.status,
    requestId: requestIdOf(raw),
    // Also for an HTML page: a proxy that answers for the platform may have forwarded the request.
    mayHaveTakenEffect: true,
    ...describeUnreadable(raw),
  });
}

function describeUnreadable(raw: RawReply) {
  const encoding = encodingOf(raw);
  if (encoding) return { reason: describeEncoding(encoding), kind: REPLIES.encoded };
  if (looksLikeHtml(raw.text, contentTypeOf(raw)))
    return { reason: describeHtml(raw.text), kind: REPLIES.notTheApi };
  return { reason: "the reply is not complete JSON", retryable: true, kind: REPLIES.unreadable };
}

function describeEncoding(encoding: string): string {
  return `the reply has the content encoding ${encoding}, which was not requested`;
}

/** The encoding of the body, if it is encoded: the text cannot be read then. */
function encodingOf({ headers }: RawReply): string | undefined {
  const encoding = headers["content-encoding"]?.toLowerCase();
  return encoding === "identity" ? undefined : encoding;
}

const contentTypeOf = ({ headers }: RawReply) => headers["content-type"] ?? "";
const requestIdOf = ({ headers }: RawReply) => headers["x-request-id"];
