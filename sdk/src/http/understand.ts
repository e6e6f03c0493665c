import { REPLIES } from "../errors/replies";
import { parseJson } from "../util/json";
import { adviseOnDoubt, adviseOnStatus } from "./advice";
import { describeHtml, type ErrorBody, looksLikeHtml, readErrorBody } from "./bodies";
import type { Call, RawReply, Reply } from "./call";
import { PlatformError } from "./error";

const TRANSIENT_STATUS = new Set([408, 429, 500, 502, 503, 504]);
/** Refused before anything was done. 404, 405 and 501 are here as well: there was nothing to do it to. */
const WITHOUT_EFFECT = (status: number) =>
  (status >= 300 && status < 500 && status !== 408) || status === 501;

/** Turns a raw reply into what it means: a parsed success, or a thrown error that says what to do. */
export function understand(call: Call, raw: RawReply): Reply {
  if (raw.status < 200 || raw.status >= 300) throw refusal(call, raw);
  const requestId = raw.requestId ? { requestId: raw.requestId } : {};
  if (raw.text.trim() === "") return { status: raw.status, body: undefined, ...requestId };
  const body = raw.encoding ? undefined : parseJson(raw.text);
  if (body === undefined) throw unreadable(call, raw);
  return { status: raw.status, body, ...requestId };
}

function refusal(call: Call, raw: RawReply): PlatformError {
  const { method, path } = call;
  const said: ErrorBody = raw.encoding
    ? { reason: describeEncoding(raw.encoding) }
    : readErrorBody(raw.text, raw.contentType);
  const mayHaveTakenEffect = !WITHOUT_EFFECT(raw.status);
  const advice = adviseOnStatus({ method, path, status: raw.status, ...said });
  return new PlatformError({
    method,
    path,
    status: raw.status,
    ...said,
    requestId: said.requestId ?? raw.requestId,
    mayHaveTakenEffect,
    transient: TRANSIENT_STATUS.has(raw.status),
    retryAfter: raw.retryAfter,
    advice: mayHaveTakenEffect ? adviseOnDoubt(call, advice) : advice,
  });
}

function unreadable({ method, path }: Call, raw: RawReply): PlatformError {
  return new PlatformError({
    method,
    path,
    status: raw.status,
    requestId: raw.requestId,
    // Also with a page: what answers in the platform's place may have handed the request on.
    mayHaveTakenEffect: true,
    ...whyUnreadable(raw),
  });
}

function whyUnreadable({ text, contentType, encoding }: RawReply) {
  if (encoding)
    return { reason: describeEncoding(encoding), transient: false, advice: REPLIES.encoded.remedy };
  if (looksLikeHtml(text, contentType))
    return { reason: describeHtml(text), transient: false, advice: REPLIES.notTheApi.remedy };
  return {
    reason: "the reply is not complete JSON",
    transient: true,
    advice: REPLIES.unreadable.remedy,
  };
}

function describeEncoding(encoding: string): string {
  return `the reply has the content encoding ${encoding}, which was not requested`;
}
