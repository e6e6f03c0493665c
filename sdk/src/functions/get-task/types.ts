export interface GetTaskArgs {
  /** Id of the task, as an error or a status line names it. */
  taskId: string;
}

/** What the platform tells of a task, its names in camelCase. What else it tells than this is there as well, without a type. */
export interface GetTaskResult {
  taskId: string;
  /** `NEW`, `RUNNING`, `FINISHED`, `ERROR`; any other word means that it still runs. */
  state: string;
  /** The platform's own sentence on a task that ended in `ERROR`, else null. */
  error: string | null;
  /** Ids of what the task has created, by kind, such as `routers`. */
  createdResources: Record<string, string[]>;
  /** Such as `create_router`. */
  taskType?: string;
  /** Times as the platform writes them, perhaps without a zone. */
  createdOn?: string | null;
  updatedOn?: string | null;
  finishedOn?: string | null;
  projectId?: number | null;
  regionId?: number | null;
}
