/** The arguments of `getTask`. */
export interface GetTaskArgs {
  /** Id of the task, as in an error or a status line: not empty, without spaces and line breaks. */
  taskId: string;
}

/**
 * The platform's record of a task, with property names in camelCase. The record may also have properties that are not
 * listed here.
 */
export interface GetTaskResult {
  /** Id of the task, as you set it. */
  taskId: string;
  /** `NEW`, `RUNNING`, `FINISHED` or `ERROR`. A task with any other value is still running. */
  state: string;
  /** The platform's message if the task ended in `ERROR`, otherwise `null`. */
  error: string | null;
  /** Ids of the objects that the task has created, by type, such as `routers`. */
  createdResources: Record<string, string[]>;
  /** Type of the task, such as `create_router`. */
  taskType?: string;
  /** Time of creation, in the platform's notation, which may have no time zone. */
  createdOn?: string | null;
  /** Time of the last change, in the same notation. */
  updatedOn?: string | null;
  /** End time, in the same notation; `null` if the task has not ended. */
  finishedOn?: string | null;
  /** Number of the project. */
  projectId?: number | null;
  /** Number of the region. */
  regionId?: number | null;
}
