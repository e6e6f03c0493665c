import type { z } from "zod";
import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import { snakeCase } from "../../util/camel";
import type { Call, Get, GetCall, Reply } from "../http/call";
import { NotOffered, NotTheApi, PlatformError } from "../http/error";
import { areaOf } from "./areas";

// What one answer says. Which conclusions need more than that, is in evidence.ts.

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

/** Whether the object or, in this deployment, the operation does not exist. */
export function isMissing(error: unknown): error is PlatformError {
  if (error instanceof NotOffered) return true;
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.status ?? 0);
}

/** For an object or operation that may be missing: its absence is undefined instead of an error. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Statuses with which an area refuses a request that it has understood. */
export const REFUSALS = [400, 401, 403, 422];

/** Whether only the API's area answers like this. A 404 of a framework has any form but the one with a class. */
export function isFromArea({ form, status = 0, path }: PlatformError): boolean {
  if (form === "class") return true;
  return form !== undefined && form === areaOf({ path })?.errors && REFUSALS.includes(status);
}

/** Whether the object does not exist: 410, or a 404 in the form that the area documents for this. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  const { status, form } = error;
  return status === 404 ? form !== undefined && form === areaOf(error)?.notFound : status === 410;
}

/** Whether this deployment does not have the operation: a "not found" that is not the documented one for objects. */
export function isUnavailable(error: unknown): error is PlatformError {
  return isMissing(error) && !isGone(error);
}

/**
 * Whether the answer to a list says that its parent does not exist, such as the project. Gateways answer without a body too, so
 * that form shows nothing about a list.
 */
export function isAboutParent(error: unknown): error is PlatformError {
  return isGone(error) && error.form !== "empty";
}

/** Throws the failure of a request. If it says that something does not exist, the error has the names of these inputs. */
export function namingParent(inputs: string): (failure: unknown) => never {
  return (failure) => {
    if (!isGone(failure)) throw failure;
    throw failure.withKind(REPLIES.parentNotFound).withRemark(`Check ${inputs}.`);
  };
}

/** Whether a list has shown that its parent does not exist. */
export function isParentGone(error: unknown): boolean {
  return error instanceof PlatformError && error.code === REPLIES.parentNotFound.code;
}

/** The error of an answer that may not mean that an operation is missing. It has no status, so that no code takes it for that. */
export function notConfirmed(
  { method, path, status, reason, requestId }: PlatformError,
  but: string,
  kind: RequestErrorDefinition = SERVERS.notConfirmed,
): NotTheApi {
  return new NotTheApi({
    method,
    path,
    reason: `the server answered ${status} (${reason}), but ${but}`,
    requestId,
    mayHaveTakenEffect: false,
    kind,
  });
}
