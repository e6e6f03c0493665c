export type TaskState = "NEW" | "RUNNING" | "FINISHED" | "ERROR";

/** The ids that a finished task created, by kind; kinds that it did not touch are empty lists. */
export type CreatedResources = Readonly<Record<string, readonly string[]>>;

export interface TaskRecord {
  readonly id: string;
  readonly task_type: string;
  readonly state: TaskState;
  readonly detailed_state: string | null;
  readonly created_resources: CreatedResources | null;
  readonly error: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly created_on: string;
  readonly updated_on: string | null;
  readonly finished_on: string | null;
  readonly project_id: number;
  readonly region_id: number;
  readonly client_id: number;
  readonly user_id: number;
}

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
