import { STATUS_CODES } from "node:http";
import { type ErrorForm, errorFormOf } from "../contract/errors";
import type { Problem } from "../core/problem";
import type { Reply } from "./operation";
import type { Answer } from "./wire";

const EVENT_STREAM = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" };

export function answerOf({ status, body, page, file, events }: Reply, requestId: string): Answer {
  if (page) return gatewayPage(status);
  if (file) return { status, ...file };
  if (events) return { status, headers: EVENT_STREAM, text: undefined, events };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { "content-type": "application/json; charset=utf-8" };
  return { status, headers: { ...type, "x-request-id": requestId }, text };
}

const errorBodies: Readonly<Record<ErrorForm, (problem: Problem, requestId: string) => unknown>> = {
  class: ({ kind, message, invalidFields }, requestId) => ({
    exception_class: kind,
    message,
    request_id: requestId,
    ...(invalidFields && { invalid_fields: invalidFields }),
  }),
  errors: ({ message, invalidFields }) => ({ errors: invalidFields ?? { detail: [message] } }),
  status: ({ status, message }) => ({ status, error: message }),
  error: ({ message }) => ({ error: message }),
  message: ({ message }) => ({ message }),
  empty: () => undefined,
};

/** The error in the form of the area that the path belongs to. */
export function errorAnswer(problem: Problem, path: string, requestId: string): Answer {
  const { status } = problem;
  const form = errorBodies[errorFormOf(path, status)];
  return answerOf({ status, body: form(problem, requestId) }, requestId);
}

/** The HTML page of a gateway or ingress in front of the platform. It has no request id. */
export function gatewayPage(status: number): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  const text = `<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`;
  return { status, headers: { "content-type": "text/html" }, text };
}
