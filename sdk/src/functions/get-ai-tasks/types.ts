export interface GetAiTasksArgs {
  /** UUID of the one task to tell of. */
  taskId?: string | undefined;
  /** The method by which the tasks were created. */
  taskName?: "transcription" | "content-moderation" | undefined;
  status?: "FAILURE" | "PENDING" | "RECEIVED" | "RETRY" | "REVOKED" | "STARTED" | "SUCCESS" | undefined;
  /** Time of creation, in ISO 8601, such as `2026-01-31T12:00:00Z`. */
  dateCreated?: string | undefined;
  /** What the tasks are ordered by, ascending. Default: `started_at`, descending. */
  ordering?: "task_id" | "status" | "task_name" | "started_at" | undefined;
  /** A text to look for, whole or in part, in id, method, status and data of a task. */
  search?: string | undefined;
  /** Number of the page, 1 or more. Default 1. */
  page?: number | undefined;
  /** Tasks on a page, 1 or more. Default 10. */
  limit?: number | undefined;
}

/**
 * One AI task: what the platform tells of it, its names in camelCase. The interface promises none of the fields; what
 * else it tells than this is there as well, without a type.
 */
export interface AiTask {
  taskId?: string;
  /** One of the words that can be asked by, or one that the platform has added since. */
  status?: string;
  /** Percentage of the work that is done; null where that is not known. */
  progress?: number | null;
  /** What the task was given, such as `taskName` and `url`. */
  taskData?: { taskName?: string; url?: string };
  processingTime?: {
    startedAt?: string;
    completedAt?: string | null;
    totalTimeSec?: number | null;
  };
}

/** One page of AI tasks. */
export interface GetAiTasksResult {
  /** How many tasks there are, on all pages. */
  count: number;
  /** The platform's pointer to the next page; null on the last one. `paginateAiTasks` follows it. */
  next: string | null;
  /** The platform's pointer to the page before; null on the first one. */
  previous: string | null;
  results: AiTask[];
}
