import type { z } from "zod";
import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import { snakeCase } from "../../util/camel";
import { isObject, jsonText, parseJson } from "../../util/json";
import { printableLine, searchablePart } from "../../util/text";
import type { Call, Get, GetCall, RawReply, Reply } from "./call";
import { type ErrorForm, PlatformError } from "./error";
import { CONNECTIONS, remarksOnEffect } from "./no-reply";

const MAX_QUOTE_LENGTH = 300;
const MAX_DEPTH = 5;
const NO_REASON = "the reply gives no reason";

export const isSuccess = (status = 0) => status >= 200 && status < 300;
const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504]);
/** Statuses of requests that the platform refused without changing anything. */
const hasNoEffect = (status: number) => (status >= 300 && status < 500 && status !== 408) || status === 501;

/** What a reply that is no success says. */
interface ErrorBody {
  reason: string;
  form?: ErrorForm;
  fields?: Record<string, string[]>;
  requestId?: string;
  isHtml?: boolean;
}

/** Parses a raw reply. An error status or an unreadable body is thrown. */
export function parseReply(call: Call, { status, headers, text }: RawReply): Reply {
  const requestId = headers["x-request-id"];
  const encoding = headers["content-encoding"]?.toLowerCase() || "identity";
  const isEncoded = encoding !== "identity";
  const body = isEncoded ? undefined : parseJson(text);
  const isRead = body !== undefined || text.trim() === "";
  if (isSuccess(status) && isRead) return { status, body, ...(requestId && { requestId }) };
  const { isHtml = false, ...details }: ErrorBody = isEncoded
    ? { reason: `the reply has the content encoding ${encoding}, which was not requested` }
    : describe(status, text, headers["content-type"] ?? "");
  const kind = kindOf(call, status, isHtml, isEncoded);
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
function describe(status: number, text: string, contentType: string): ErrorBody {
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

function kindOf(
  { method, path }: Call,
  status: number,
  isHtml: boolean,
  isEncoded: boolean,
): RequestErrorDefinition {
  if (status >= 300 && status < 400) return SERVERS.redirect;
  if (isHtml && status < 500 && status !== 429) return SERVERS.notTheApi;
  if (isSuccess(status)) return isEncoded ? SERVERS.encoded : SERVERS.unreadable;
  // In the cloud area, 403 to a POST also means that the account has no capacity left.
  if (status === 403 && method === "POST" && path.startsWith("/cloud/")) return REPLIES.forbiddenOrNoCapacity;
  return KINDS[status] ?? (status >= 500 ? REPLIES.serverError : REPLIES.badRequest);
}

/** Parses the body of an error reply: one of the five JSON forms, a gateway's HTML page, plain text, or nothing. */
export function parseErrorBody(text: string, contentType: string): ErrorBody {
  if (text.trim() === "") return { reason: "the reply has no body", form: "empty" };
  const body = parseJson(text);
  if (isObject(body)) return parseObject(body);
  if (typeof body === "string") return { reason: quote(body) || NO_REASON };
  if (looksLikeHtml(text, contentType)) return { reason: describeHtml(text), isHtml: true };
  return { reason: body === undefined ? quote(text) || NO_REASON : "the reply is JSON of no known form" };
}

function looksLikeHtml(text: string, contentType: string): boolean {
  return contentType.includes("html") || /^\s*<(!doctype|html|head|body)/i.test(searchablePart(text));
}

function describeHtml(text: string): string {
  const title = quote(/<(title|h1)[^<>]*>([^<]*)</i.exec(searchablePart(text))?.[2] ?? "");
  return title ? `an HTML page came back, titled "${title}"` : "an HTML page came back";
}

function parseObject(body: Record<string, unknown>): ErrorBody {
  const fields = parseFields(body.invalid_fields ?? body.errors);
  const message = [body.message, body.error, body.errors, body.detail, body.title].find(
    (text) => typeof text === "string" && text.trim() !== "",
  );
  const fallback = fields ? "the request was not accepted" : NO_REASON;
  const form = formOf(body);
  return {
    ...(form && { form }),
    reason: quote((message as string | undefined) ?? singleFieldMessage(fields) ?? fallback) || NO_REASON,
    ...(fields && { fields }),
    ...(typeof body.request_id === "string" && { requestId: body.request_id }),
  };
}

function formOf({ exception_class, message, errors, status, error }: Record<string, unknown>) {
  if (typeof exception_class === "string" && typeof message === "string") return "class";
  if (isObject(errors)) return "errors";
  if (typeof error === "string") return Number.isInteger(status) ? "status" : "error";
  return typeof message === "string" ? "message" : undefined;
}

/** The message of the only field, if there is only one: it then replaces the list of fields. */
function singleFieldMessage(fields: Record<string, string[]> | undefined): string | undefined {
  const messages = Object.entries(fields ?? {}).flatMap(([field, list]) =>
    list.map((sentence) => `${field}: ${sentence}`),
  );
  return messages.length === 1 ? messages[0] : undefined;
}

function parseFields(value: unknown): Record<string, string[]> | undefined {
  if (Array.isArray(value)) return value.length > 0 ? { errors: messagesOf(value) } : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([field, list]) => [field, messagesOf(list)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function messagesOf(value: unknown, depth = 0): string[] {
  if (Array.isArray(value))
    return depth < MAX_DEPTH ? value.flatMap((item) => messagesOf(item, depth + 1)) : ["…"];
  const message = isObject(value) && typeof value.message === "string" ? value.message : value;
  return [quote(typeof message === "string" ? message : jsonText(message))];
}

function quote(text: string): string {
  return printableLine(text, MAX_QUOTE_LENGTH);
}

/** The reply's body, parsed with the schema. A success with another body is an error that lists the differences. */
export function parseBody<T>(schema: z.ZodType<T>, call: Call, reply: Reply): T {
  const parsed = schema.safeParse(reply.body, { error: missingMessage });
  if (parsed.success) {
    reply.onValidBody?.();
    return parsed.data;
  }
  const problems = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${snakeCase(path.join(".")) || "the body"}: ${message}`);
  throw new PlatformError({
    method: call.method,
    path: call.path,
    status: reply.status,
    reason: `the reply is not of the form that the interface describes (${problems.join("; ")})`,
    requestId: reply.requestId,
    mayHaveTakenEffect: true,
    kind: SERVERS.unreadable,
  });
}

/** Sends a GET, and parses the body of its reply. */
export async function getParsed<T>(get: Get, call: GetCall, schema: z.ZodType<T>): Promise<T> {
  return parseBody(schema, { ...call, method: "GET" }, await get(call));
}

function missingMessage({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? "is missing" : undefined;
}
