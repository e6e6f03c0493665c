import { z } from "zod";
import { record, text, time, uuid } from "../../lifecycle/inputs/schemas";
import type { Query } from "../../platform/api/pages";
import type { GetAiTasksArgs } from "./types";

const oneOf = <T extends string>(...words: T[]) =>
  z.enum(words, { error: `must be one of ${words.map((word) => `"${word}"`).join(", ")}` });

const count = (what: string) =>
  z
    .int({ error: `must be ${what}: a whole number, 1 or more` })
    .min(1, { error: `must be ${what}: a whole number, 1 or more` });

/** The filters of AI tasks. Replies may contain other values than these, for example in `status`. */
export const AiTaskFilters: z.ZodType<GetAiTasksArgs> = record("an object", {
  taskId: uuid("task").optional(),
  taskName: oneOf("transcription", "content-moderation").optional(),
  status: oneOf("FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS").optional(),
  dateCreated: time('must be a time in ISO 8601, such as "2026-01-31T12:00:00Z"', "time or date").optional(),
  ordering: oneOf("task_id", "status", "task_name", "started_at").optional(),
  search: text("a text")
    .min(1, { error: "must not be empty" })
    .regex(/^\P{Surrogate}*$/u, { error: "has half a character, which no address can hold" })
    .optional(),
  page: count("the number of a page").optional(),
  limit: count("the number of tasks on a page").optional(),
});

const PARAMETERS: Record<keyof GetAiTasksArgs, string> = {
  taskId: "task_id",
  taskName: "task_name",
  status: "status",
  dateCreated: "date_created",
  ordering: "ordering",
  search: "search",
  page: "page",
  limit: "limit",
};

export function queryOf(filters: GetAiTasksArgs): Query {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [PARAMETERS[name as keyof GetAiTasksArgs], value]));
}
