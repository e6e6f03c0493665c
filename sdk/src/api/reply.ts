import { z } from "zod";
import { REPLIES } from "../errors/replies";
import type { Call, Reply } from "../http/call";
import { PlatformError } from "../http/error";
import type { ErrorForm } from "../http/error-body";
import { TextId } from "./ids";

/** The reply's body as the schema reads it; a success of another form is an error that names what is odd. */
export function parseBody<T>(schema: z.ZodType<T>, call: Call, reply: Reply): T {
  const parsed = schema.safeParse(reply.body, { error: missingMessage });
  if (parsed.success) {
    reply.onValidBody?.();
    return parsed.data;
  }
  const problems = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
  throw new PlatformError({
    method: call.method,
    path: call.path,
    status: reply.status,
    reason: `the reply is not of the form that the interface describes (${problems.join("; ")})`,
    requestId: reply.requestId,
    mayHaveTakenEffect: true,
    transient: false,
    advice: REPLIES.unreadable.remedy,
  });
}

function missingMessage({ input }: { input?: unknown }): string | undefined {
  return input === undefined ? "is missing" : undefined;
}

/** What the platform answers to a change: the tasks that carry it out, or, where it is done at once, the object. */
export interface Started<T> {
  tasks: string[];
  object?: T;
  /** There was no body: either nothing is left to tell, or it was lost on the way. */
  hasNoBody?: true;
}

/** Reads either answer to a change. */
export function parseStarted<T>(schema: z.ZodType<T>, call: Call, reply: Reply): Started<T> {
  if (reply.body === undefined) return { tasks: [], hasNoBody: true };
  const isObject = !TaskList.safeParse(reply.body).success && schema.safeParse(reply.body).success;
  if (isObject) return { tasks: [], object: parseBody(schema, call, reply) };
  return { tasks: parseBody(TaskList, call, reply).tasks ?? [] };
}

const TaskList = z.object({ tasks: z.array(TextId).nullable() });

/** For an operation of whose success the status tells everything: a body that broke off is no failure. */
export function acceptAnyBody(error: unknown): void {
  const status = error instanceof PlatformError && error.transient ? (error.status ?? 0) : 0;
  if (status < 200 || status > 299) throw error;
}

/** Whether the platform says that it does not have the object, or this deployment the operation. */
export function isMissing(error: unknown): error is PlatformError {
  return error instanceof PlatformError && [404, 405, 501].includes(error.status ?? 0);
}

/** How each area whose objects can be deleted says that an object does not exist. */
const GONE_FORMS: Array<{ under: string; form: ErrorForm }> = [
  { under: "/cloud/", form: "class" },
  { under: "/fastedge/", form: "empty" },
  { under: "/iam/", form: "errors" },
];

/** Whether the platform says that the object does not exist: with 404, in the form that its area documents for that. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.status !== 404) return false;
  return GONE_FORMS.some(({ under, form }) => error.path.startsWith(under) && error.form === form);
}

/** Whether this deployment does not have the operation: no other reply says that an object is missing. */
export function isUnavailable(error: unknown): error is PlatformError {
  return isMissing(error) && !isGone(error);
}
