export interface GetAiTasksArgs {
  /** UUID of a task, to get only this task. */
  taskId?: string | undefined;
  /** The method by which the tasks were created. */
  taskName?: "transcription" | "content-moderation" | undefined;
  status?: "FAILURE" | "PENDING" | "RECEIVED" | "RETRY" | "REVOKED" | "STARTED" | "SUCCESS" | undefined;
  /** Time of creation, in ISO 8601, such as `2026-01-31T12:00:00Z`. */
  dateCreated?: string | undefined;
  /** The field to sort by, ascending. Default: `started_at`, descending. */
  ordering?: "task_id" | "status" | "task_name" | "started_at" | undefined;
  /** A text to search in id, method, status and data of the tasks. Partial matches count. */
  search?: string | undefined;
  /** Number of the page, 1 or more. Default 1. */
  page?: number | undefined;
  /** Tasks on a page, 1 or more. Default 10. */
  limit?: number | undefined;
}

/**
 * One AI task: the platform's record, with field names in camelCase. The platform guarantees none of the fields. Fields
 * that are not listed here are also present, but have no type.
 */
export interface AiTask {
  taskId?: string;
  /** One of the values that can be filtered by, or a value that the platform has added later. */
  status?: string;
  /** Percentage of the finished work; null if unknown. */
  progress?: number | null;
  /** The input of the task, such as `taskName` and `url`. */
  taskData?: { taskName?: string; url?: string };
  processingTime?: {
    startedAt?: string;
    completedAt?: string | null;
    totalTimeSec?: number | null;
  };
}

/** One page of AI tasks. */
export interface GetAiTasksResult {
  /** Number of tasks on all pages. */
  count: number;
  /** The platform's link to the next page; null on the last page. `paginateAiTasks` follows it. */
  next: string | null;
  /** The platform's link to the previous page; null on the first page. */
  previous: string | null;
  results: AiTask[];
}
