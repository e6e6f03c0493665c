import { z } from "zod";
import { integerText, limitText, offsetText, several, timestampText } from "../../core/schemas";
import type { TaskEngine } from "../../tasks/engine";
import type { TaskRecord } from "../../tasks/record";

export const taskQuery = z.strictObject({
  state: several(z.enum(["NEW", "RUNNING", "FINISHED", "ERROR"])),
  task_type: z.string().optional(),
  project_id: several(integerText),
  region_id: several(integerText),
  from_timestamp: timestampText.optional(),
  to_timestamp: timestampText.optional(),
  limit: limitText(10),
  offset: offsetText,
  order_by: z.enum(["asc", "desc"]).default("asc"),
});

export type TaskQuery = z.infer<typeof taskQuery>;

/** The matching tasks in order of creation, oldest first unless the query says otherwise. */
export function selectTasks(engine: TaskEngine, query: TaskQuery): TaskRecord[] {
  const matching = engine.all().filter((task) => {
    const createdAt = engine.createdAt(task.id) ?? 0;
    return (
      (query.state?.includes(task.state) ?? true) &&
      (query.project_id?.includes(task.project_id) ?? true) &&
      (query.region_id?.includes(task.region_id) ?? true) &&
      (query.task_type === undefined || query.task_type === task.task_type) &&
      createdAt >= (query.from_timestamp ?? Number.NEGATIVE_INFINITY) &&
      createdAt <= (query.to_timestamp ?? Number.POSITIVE_INFINITY)
    );
  });
  return query.order_by === "asc" ? matching : matching.reverse();
}
