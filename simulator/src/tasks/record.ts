import { z } from "zod";

const taskState = z.enum(["NEW", "RUNNING", "FINISHED", "ERROR"]);

export type TaskState = z.infer<typeof taskState>;

/** The ids that a finished task created, by kind; kinds that it did not touch are empty lists. */
export type CreatedResources = Readonly<Record<string, readonly string[]>>;

/** A task as the API answers it. */
export const taskRecord = z.strictObject({
  id: z.guid(),
  task_type: z.string(),
  state: taskState,
  detailed_state: z.string().nullable(),
  created_resources: z.record(z.string(), z.array(z.string()).readonly()).nullable(),
  error: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
  created_on: z.string(),
  updated_on: z.string().nullable(),
  finished_on: z.string().nullable(),
  project_id: z.int(),
  region_id: z.int(),
  client_id: z.int(),
  user_id: z.int(),
});

export interface TaskRecord extends Readonly<z.infer<typeof taskRecord>> {}

const kinds = [
  "floatingips",
  "images",
  "instances",
  "loadbalancers",
  "networks",
  "ports",
  "routers",
  "securitygroups",
  "snapshots",
  "subnets",
  "volumes",
];

export function createdResources(created: CreatedResources): CreatedResources {
  return { ...Object.fromEntries(kinds.map((kind) => [kind, []])), ...created };
}
