import { z } from "zod";
import { type TaskRecord, taskRecord } from "../contract/tasks";
import { plainTimestamp } from "../core/timestamps";
import { type TaskKinds, type TaskPlan, taskPlan } from "./kinds";

const taskEntry = z.strictObject({
  record: taskRecord,
  /** In milliseconds, by the simulator's clock. */
  createdAt: z.number(),
  /** When the task ends, by the same clock; null if only `finish` or `fail` end it. */
  endsAt: z.number().nullable(),
  plan: taskPlan,
});

/** A task as the engine stores and saves it. */
export interface TaskEntry extends Readonly<z.infer<typeof taskEntry>> {}

export function hasEnded(task: TaskRecord): boolean {
  return task.state === "FINISHED" || task.state === "ERROR";
}

export function newRecord(id: string, task_type: string, plan: TaskPlan, createdAt: number): TaskRecord {
  return {
    id,
    task_type,
    state: "NEW",
    detailed_state: null,
    created_resources: null,
    error: null,
    data: null,
    created_on: plainTimestamp(createdAt),
    updated_on: null,
    finished_on: null,
    project_id: plan.projectId,
    region_id: plan.regionId,
    client_id: 1,
    user_id: 1,
  };
}

/** Reads a saved task. The schema of its kind checks the input of the plan. */
export function savedTask(kinds: TaskKinds): z.ZodType<TaskEntry> {
  return taskEntry.superRefine(({ plan: { kind: name, input } }, context) => {
    const kind = kinds.get(name);
    const refuse = (path: PropertyKey[], message: string): void =>
      context.addIssue({ code: "custom", path: ["plan", ...path], message });
    if (kind === undefined) refuse(["kind"], "Must be a kind of task.");
    for (const { path, message } of kind?.input.safeParse(input).error?.issues ?? [])
      refuse(["input", ...path], message);
  });
}
