import { z } from "zod";
import { pageSchema } from "../core/page";
import { integerText, limitText, offsetText, several, timestampText, uuid } from "../core/schemas";
import { contract } from "./operation";

const taskState = z.enum(["NEW", "RUNNING", "FINISHED", "ERROR"]);

/** The ids that a finished task created, by type; types that it did not touch are empty lists. */
const createdResources = z.record(z.string(), z.array(z.string()).readonly());

export const taskRecord = z.strictObject({
  id: z.guid(),
  task_type: z.string(),
  state: taskState,
  detailed_state: z.string().nullable(),
  created_resources: createdResources.nullable(),
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

const taskQuery = z.strictObject({
  state: several(taskState),
  task_type: z.string().optional(),
  project_id: several(integerText),
  region_id: several(integerText),
  from_timestamp: timestampText.optional(),
  to_timestamp: timestampText.optional(),
  limit: limitText(10),
  offset: offsetText,
  order_by: z.enum(["asc", "desc"]).default("asc"),
});

const getTask = {
  summary: "Get a task",
  params: z.strictObject({ task_id: uuid }),
  replies: { 200: taskRecord },
};

export const tasks = {
  get: contract("GET /v1/tasks/{task_id}", { ...getTask, documented: true }),
  getPublished: contract("GET /cloud/v1/tasks/{task_id}", getTask),
  list: contract("GET /cloud/v1/tasks", {
    summary: "List tasks",
    query: taskQuery,
    replies: { 200: pageSchema(taskRecord) },
  }),
};

export type TaskState = z.infer<typeof taskState>;
export type TaskQuery = z.infer<typeof taskQuery>;
export type CreatedResources = Readonly<z.infer<typeof createdResources>>;
export interface TaskRecord extends Readonly<z.infer<typeof taskRecord>> {}
