import { z } from "zod";
import { type TaskRecord, taskRecord } from "../contract/tasks";
import { plainTimestamp } from "../core/timestamps";
import type { TaskKinds, TaskPlan } from "./kinds";

/** A task as the engine keeps it. Plain data, which is saved as it is. */
export interface TaskEntry {
  readonly record: TaskRecord;
  /** In milliseconds, by the simulator's clock. */
  readonly createdAt: number;
  /** When it ends, by the same clock; null if only `finish` or `fail` end it. */
  readonly endsAt: number | null;
  readonly plan: TaskPlan;
}

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

/** Reads a saved task. The input of the plan is checked by the schema of its kind. */
export function taskEntry(kinds: TaskKinds): z.ZodType<TaskEntry> {
  return z.strictObject({
    record: taskRecord,
    createdAt: z.number(),
    endsAt: z.number().nullable(),
    plan: taskPlan(kinds),
  });
}

function taskPlan(kinds: TaskKinds): z.ZodType<TaskPlan> {
  const plan = z.strictObject({
    kind: z.string().refine((name) => kinds.has(name), "Must be a kind of task."),
    projectId: z.int(),
    regionId: z.int(),
    name: z.string().exactOptional(),
    input: z.unknown(),
    endless: z.boolean().exactOptional(),
    failure: z.string().exactOptional(),
  });
  return plan.superRefine(({ kind, input }, context) => {
    if (!kinds.has(kind)) return;
    for (const issue of kinds.get(kind).input.safeParse(input).error?.issues ?? []) {
      context.addIssue({ ...issue, path: ["input", ...issue.path] });
    }
  });
}
