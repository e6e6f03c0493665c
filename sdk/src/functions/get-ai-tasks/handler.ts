import { z } from "zod";
import { oneOf, record, text, time, uuid } from "../../operation/inputs/schemas";
import { pagesOf, type Query } from "../../platform/api/pages";
import { AI_TASKS, listAiTasks } from "../../platform/api/streaming";
import type { FunctionHandler } from "../../pulumi/function-call";
import { snakeCaseKeys } from "../../util/camel";
import { omitNullish } from "../../util/json";
import type { GetAiTasksArgs, GetAiTasksResult } from "./get-ai-tasks";

const count = (what: string) => {
  const error = `must be ${what}: a whole number, 1 or more`;
  return z.int({ error }).min(1, { error });
};

/** The filters of AI tasks. Replies may contain other values than these, for example in `status`. */
const AiTaskFilters: z.ZodType<GetAiTasksArgs> = record("an object", {
  taskId: uuid("task").optional(),
  taskName: oneOf("transcription", "content-moderation").optional(),
  status: oneOf("FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS").optional(),
  dateCreated: time('must be a time in ISO 8601, such as "2026-01-31T12:00:00Z"').optional(),
  ordering: oneOf("task_id", "status", "task_name", "started_at").optional(),
  search: text("a text")
    .min(1, { error: "must not be empty" })
    .regex(/^\P{Surrogate}*$/u, { error: "has half a character, which no address can hold" })
    .optional(),
  page: count("the number of a page").optional(),
  limit: count("the number of tasks on a page").optional(),
});

/** The parameters have the names of the arguments, in the platform's notation. */
function queryOf(filters: GetAiTasksArgs): Query {
  return snakeCaseKeys(omitNullish(filters)) as Query;
}

export const handler: FunctionHandler<GetAiTasksArgs, GetAiTasksResult> = {
  args: AiTaskFilters,
  call: (filters, platform) => listAiTasks(platform, queryOf(filters)),
};

/** Handles `paginateAiTasks`: all pages, each requested when it is needed. */
export const pages: FunctionHandler<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>> = {
  args: AiTaskFilters,
  call: async (filters, platform) =>
    pagesOf(AI_TASKS, queryOf(filters), (query) => listAiTasks(platform, query)),
};
