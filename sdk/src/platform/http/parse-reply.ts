import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import { parseJson } from "../../util/json";
import type { Call, RawReply, Reply } from "./call";
import { PlatformError } from "./error";
import { type ErrorBody, looksLikeHtml, parseErrorBody } from "./error-body";
import { CONNECTIONS, remarksOnEffect } from "./no-reply";

const isSuccess = (status: number) => status >= 200 && status < 300;
const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses of requests that the platform refused without changing anything. */
const hasNoEffect = (status: number) => (status >= 300 && status < 500 && status !== 408) || status === 501;

/** Parses a raw reply. An error status or an unreadable body is thrown. */
export function parseReply(call: Call, raw: RawReply): Reply {
  const { status, headers, text } = raw;
  const requestId = headers["x-request-id"];
  const body = encodingOf(raw) ? undefined : parseJson(text);
  const isRead = body !== undefined || text.trim() === "";
  if (isSuccess(status) && isRead) return { status, body, ...(requestId && { requestId }) };
  const details = describe(raw);
  const kind = kindOf(call, raw, details.reason);
  // Also after an HTML page with a success status: a proxy that answers for the platform may have forwarded the request.
  const mayHaveTakenEffect = !hasNoEffect(status);
  throw new PlatformError({
    method: call.method,
    path: call.path,
    status,
    ...details,
    requestId: details.requestId ?? requestId,
    mayHaveTakenEffect,
    retryable: RETRYABLE_STATUS.has(status) || kind === SERVERS.unreadable,
    retryAfter: headers["retry-after"],
    kind,
    remarks: mayHaveTakenEffect && !isSuccess(status) ? remarksOnEffect(call) : [],
  });
}

/** Why the reply is no success. The body of a success may be incomplete. */
function describe(raw: RawReply): ErrorBody {
  const { status, headers, text } = raw;
  const encoding = encodingOf(raw);
  if (encoding) return { reason: `the reply has the content encoding ${encoding}, which was not requested` };
  const contentType = headers["content-type"] ?? "";
  const isCutOff = isSuccess(status) && !looksLikeHtml(text, contentType);
  return isCutOff ? { reason: "the reply is not complete JSON" } : parseErrorBody(text, contentType);
}

const KINDS: Record<number, RequestErrorDefinition> = {
  401: REPLIES.unauthorized,
  403: REPLIES.forbidden,
  404: REPLIES.notFound,
  408: CONNECTIONS.timeout,
  409: REPLIES.conflict,
  429: REPLIES.rateLimited,
};

function kindOf({ method, path }: Call, raw: RawReply, reason: string): RequestErrorDefinition {
  const { status } = raw;
  if (status >= 300 && status < 400) return SERVERS.redirect;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return SERVERS.notTheApi;
  if (isSuccess(status)) return encodingOf(raw) ? SERVERS.encoded : SERVERS.unreadable;
  // In the cloud area, 403 to a POST also means that the account has no capacity left.
  if (status === 403 && method === "POST" && path.startsWith("/cloud/")) return REPLIES.forbiddenOrNoCapacity;
  return KINDS[status] ?? (status >= 500 ? REPLIES.serverError : REPLIES.badRequest);
}

/** The encoding of the body, if it is encoded: the text cannot be read then. */
function encodingOf({ headers }: RawReply): string | undefined {
  const encoding = headers["content-encoding"]?.toLowerCase();
  return encoding === "identity" ? undefined : encoding;
}
