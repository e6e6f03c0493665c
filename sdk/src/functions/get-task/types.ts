export interface GetTaskArgs {
  /** Id of the task, as in an error or a status line. */
  taskId: string;
}

/**
 * The platform's record of a task, with field names in camelCase. Fields that are not listed here are also present, but
 * have no type.
 */
export interface GetTaskResult {
  taskId: string;
  /** `NEW`, `RUNNING`, `FINISHED` or `ERROR`; a task with any other value is still running. */
  state: string;
  /** The platform's message about a task that ended in `ERROR`, otherwise null. */
  error: string | null;
  /** Ids of the objects that the task has created, by kind, such as `routers`. */
  createdResources: Record<string, string[]>;
  /** The kind of task, such as `create_router`. */
  taskType?: string;
  /** Times in the platform's notation, which may have no time zone. */
  createdOn?: string | null;
  updatedOn?: string | null;
  finishedOn?: string | null;
  projectId?: number | null;
  regionId?: number | null;
}
