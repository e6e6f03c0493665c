/** The arguments of `getAiTasks` and `paginateAiTasks`. */
export interface GetAiTasksArgs {
  /** UUID of a task. Returns only this task. */
  taskId?: string | undefined;
  /** Method by which the tasks were created. */
  taskName?: "transcription" | "content-moderation" | undefined;
  /** Status of the tasks. */
  status?: "FAILURE" | "PENDING" | "RECEIVED" | "RETRY" | "REVOKED" | "STARTED" | "SUCCESS" | undefined;
  /** Time of creation in ISO 8601, such as `2026-01-31T12:00:00Z`. */
  dateCreated?: string | undefined;
  /**
   * Field by which the tasks are sorted, in ascending order.
   *
   * @default `started_at`, in descending order
   */
  ordering?: "task_id" | "status" | "task_name" | "started_at" | undefined;
  /** Text that the id, method, status or data of the tasks contains. Not empty. */
  search?: string | undefined;
  /**
   * Number of the page: an integer, 1 or more. For `paginateAiTasks`, the number of the first page.
   *
   * @default `1`
   */
  page?: number | undefined;
  /**
   * Number of tasks on a page: an integer, 1 or more. The platform does not publish the maximum.
   *
   * @default `10`
   */
  limit?: number | undefined;
}

/**
 * One AI task: the platform's record, with property names in camelCase. Each property may be missing. The record may also
 * have properties that are not listed here.
 */
export interface AiTask {
  /** UUID of the task. */
  taskId?: string;
  /** One of the values of the argument `status`, or a value that the platform has added later. */
  status?: string;
  /** Progress in percent; `null` if unknown. */
  progress?: number | null;
  /** The input of the task. */
  taskData?: {
    /** Method by which the task was created. */
    taskName?: string;
    /** Address of the video. */
    url?: string;
  };
  /** The times of the task. */
  processingTime?: {
    /** Start time, in the platform's notation. */
    startedAt?: string;
    /** End time, in the platform's notation; `null` if the task has not ended. */
    completedAt?: string | null;
    /** Duration in seconds; `null` if the task has not ended. */
    totalTimeSec?: number | null;
  };
}

/** One page of AI tasks. */
export interface GetAiTasksResult {
  /** Number of tasks on all pages. */
  count: number;
  /** The platform's link to the next page; `null` on the last page. `paginateAiTasks` follows this link. */
  next: string | null;
  /** The platform's link to the previous page; `null` on the first page. */
  previous: string | null;
  /** The tasks of the page. */
  results: AiTask[];
}
