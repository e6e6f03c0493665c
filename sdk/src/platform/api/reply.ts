import { z } from "zod";
import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import { camelCaseKeys, snakeCase } from "../../util/camel";
import type { Call, Get, GetCall, Reply } from "../http/call";
import { NotOffered, NotTheApi, PlatformError } from "../http/error";
import { hasNotFoundForm } from "./areas";

/** A 64-bit id: a number if JavaScript can represent it exactly, otherwise a string of digits. */
export type LongId = number | string;

export const LongId = z.union([z.int(), z.string().regex(/^\d+$/)]);

/**
 * A string id. It becomes part of paths and of Pulumi's output, so spaces, control characters and markup are invalid.
 */
export const TextId = z.string().regex(/^(?!\.{1,2}$)[\w.:@=+~-]{1,255}$/, { error: "is not an id" });

/** Whether two ids are equal, as numbers or strings. */
export function sameLongId(one: LongId | undefined, other: LongId | undefined): boolean {
  return String(one) === String(other);
}

/** A record of the platform. Its fields get the names of the package, which are the platform's names in camelCase. */
export const platformRecord = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(camelCaseKeys, z.object(shape));

/** A value that the platform may leave out, or send as null or empty. */
export const orElse = <T, E>(schema: z.ZodType<T>, missing: E) =>
  schema.nullish().transform((value) => value || missing);

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

/** The reply to a change: the tasks that carry it out, or the object if the change is already done. */
export interface ChangeResult<T> {
  tasks: string[];
  object?: T;
  /** The reply has no body, or the body was lost. */
  hasNoBody?: true;
}

/** In the cloud area, 403 to a POST also means that the account has no capacity left. */
export const CLOUD_POST = { method: "POST", errorKinds: { 403: REPLIES.forbiddenOrNoCapacity } } as const;

/** Parses the reply to a change. */
export function parseChangeResult<T>(schema: z.ZodType<T>, call: Call, reply: Reply): ChangeResult<T> {
  if (reply.body === undefined) return { tasks: [], hasNoBody: true };
  const isObject = !TaskList.safeParse(reply.body).success && schema.safeParse(reply.body).success;
  if (isObject) return { tasks: [], object: parseBody(schema, call, reply) };
  return { tasks: parseBody(TaskList, call, reply).tasks ?? [] };
}

const TaskList = z.object({ tasks: z.array(TextId).nullable() });

/** Whether the object or, in this deployment, the operation does not exist. */
export function isMissing(error: unknown): error is PlatformError {
  if (error instanceof NotOffered) return true;
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.status ?? 0);
}

/** For an object or operation that may be missing: its absence is undefined instead of an error. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Whether the object does not exist: 410, or a 404 in the form that the area documents for this. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  return error.status === 404 ? hasNotFoundForm(error) : error.status === 410;
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
