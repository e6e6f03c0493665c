import { isObject, jsonText, parseJson } from "../../util/json";
import { printableLine, searchablePart } from "../../util/text";

/**
 * The forms of the platform's error replies, named after the field that identifies each: `exception_class`, `errors`,
 * `status` with `error`, `error` alone, `message` alone, or no body. HTML pages, plain text and other JSON have no form.
 */
export type ErrorForm = "class" | "errors" | "status" | "error" | "message" | "empty";

/** The contents of an error reply of any form. */
export interface ErrorBody {
  reason: string;
  form?: ErrorForm;
  fields?: Record<string, string[]>;
  requestId?: string;
}

const MAX_QUOTE_LENGTH = 300;
const MAX_DEPTH = 5;
const NO_REASON = "the reply gives no reason";

/** Parses the body of an error reply: one of the five JSON forms, a gateway's HTML page, plain text, or nothing. */
export function parseErrorBody(text: string, contentType: string): ErrorBody {
  if (text.trim() === "") return { reason: "the reply has no body", form: "empty" };
  const body = parseJson(text);
  if (isObject(body)) return parseObject(body);
  if (typeof body === "string") return { reason: quote(body) || NO_REASON };
  if (looksLikeHtml(text, contentType)) return { reason: describeHtml(text) };
  return { reason: body === undefined ? quote(text) || NO_REASON : "the reply is JSON of no known form" };
}

export function looksLikeHtml(text: string, contentType: string): boolean {
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
