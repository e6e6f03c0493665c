import { z } from "zod";
import { integerText, limitText, timestamp, uuid } from "../../core/schemas";
import { parseTimestamp } from "../../core/timestamps";
import type { AiTaskRecord } from "./record";

export const aiTaskQuery = z.strictObject({
  task_id: uuid.optional(),
  task_name: z.enum(["transcription", "content-moderation"]).optional(),
  status: z.enum(["FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED", "SUCCESS"]).optional(),
  // Stays text, as the pointers to other pages repeat it.
  date_created: timestamp.optional(),
  ordering: z.enum(["task_id", "status", "task_name", "started_at"]).optional(),
  search: z.string().optional(),
  page: integerText.pipe(z.number().min(1)).default(1),
  limit: limitText(10, 100),
});

export type AiTaskQuery = z.infer<typeof aiTaskQuery>;

/** The matching tasks in the wanted order, the newest first unless the query says otherwise. */
export function selectAiTasks(tasks: readonly AiTaskRecord[], query: AiTaskQuery): AiTaskRecord[] {
  const createdFrom = parseTimestamp(query.date_created ?? "") ?? Number.NEGATIVE_INFINITY;
  const matching = tasks.filter(
    (task) =>
      (query.task_id === undefined || query.task_id === task.task_id) &&
      (query.task_name === undefined || query.task_name === task.task_data.task_name) &&
      (query.status === undefined || query.status === task.status) &&
      startedAt(task) >= createdFrom &&
      mentions(task, query.search ?? ""),
  );
  return query.ordering === undefined
    ? matching.sort((one, other) => startedAt(other) - startedAt(one))
    : matching.sort(ascending(keys[query.ordering]));
}

type Key = (task: AiTaskRecord) => string | number;

const keys: Readonly<Record<NonNullable<AiTaskQuery["ordering"]>, Key>> = {
  task_id: (task) => task.task_id,
  status: (task) => task.status,
  task_name: (task) => task.task_data.task_name,
  started_at: startedAt,
};

function ascending(key: Key): (one: AiTaskRecord, other: AiTaskRecord) => number {
  return (one, other) => {
    const [left, right] = [key(one), key(other)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
}

/** Also taken for the time of creation: tasks show no other. */
function startedAt(task: AiTaskRecord): number {
  return parseTimestamp(task.processing_time.started_at) ?? Number.NaN;
}

/** Any part of any value counts, in capitals or not; the name of the task is among its data. */
function mentions(task: AiTaskRecord, search: string): boolean {
  const values = [task.task_id, task.status, ...Object.values(task.task_data).map(textOf)];
  return values.some((value) => value.toLowerCase().includes(search.toLowerCase()));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
