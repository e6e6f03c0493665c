import { z } from "zod";
import { camelCaseKeys } from "../../util/camel";
import { segmentProblem } from "../../util/text";
import type { Call, Reply } from "../http/call";
import { parseBody } from "../http/parse-reply";

/** A 64-bit id: a number if JavaScript can represent it exactly, otherwise a string of digits. */
export type LongId = number | string;

export const LongId = z.union([z.int(), z.string().regex(/^\d+$/)]);

/** An id whose type is not documented: a number, or any text. */
export type Id = number | string;

export const Id = z.union([z.int(), z.string().refine((text) => !segmentProblem(text))]);

/**
 * A string id. It becomes part of paths and of Pulumi's output, so spaces, control characters and markup are invalid.
 */
export const TextId = z.string().regex(/^(?!\.{1,2}$)[\w.:@=+~-]{1,255}$/, { error: "is not an id" });

/** Whether two ids are equal, as numbers or strings. */
export function sameId(one: Id | undefined, other: Id | undefined): boolean {
  return String(one) === String(other);
}

/** A record of the platform. Its fields get the names of the package, which are the platform's names in camelCase. */
export const platformRecord = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(camelCaseKeys, z.object(shape));

/** A value that the platform may leave out, or send as null or empty. */
export const orElse = <T, E>(schema: z.ZodType<T>, missing: E) =>
  schema.nullish().transform((value) => value || missing);

/** The reply to a change: the tasks that carry it out, or the object if the change is already done. */
export interface ChangeResult<T> {
  tasks: string[];
  object?: T;
  /** The reply has no body, or the body was lost. */
  hasNoBody?: true;
}

/** Parses the reply to a change. */
export function parseChangeResult<T>(schema: z.ZodType<T>, call: Call, reply: Reply): ChangeResult<T> {
  if (reply.body === undefined) return { tasks: [], hasNoBody: true };
  const isObject = !TaskList.safeParse(reply.body).success && schema.safeParse(reply.body).success;
  if (isObject) return { tasks: [], object: parseBody(schema, call, reply) };
  return { tasks: parseBody(TaskList, call, reply).tasks ?? [] };
}

const TaskList = z.object({ tasks: z.array(TextId).nullable() });
