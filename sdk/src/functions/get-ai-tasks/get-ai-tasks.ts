import type * as pulumi from "@pulumi/pulumi";
import { preparingErrors } from "../../doors/dynamic/program/errors";
import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";
import { isMocked } from "../../pulumi/internals/mocks";

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
 * One AI task: the platform's record. The properties that are listed here have names in camelCase, and each may be missing.
 * All other properties, at any depth, are as the platform sends them.
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

/** The arguments of `getAiTasksOutput`. */
export type GetAiTasksOutputArgs = InputsOf<GetAiTasksArgs>;

const onePage = new PlatformFunction("getAiTasks", () => require("./handler") as typeof import("./handler"));

const allPages = new PlatformFunction<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>>(
  "paginateAiTasks",
  () => ({ handler: (require("./handler") as typeof import("./handler")).pages }),
);

/** Under mocks each page is a call of `getAiTasks` with the number of the page. */
async function* pagesOfMocks(
  args: GetAiTasksArgs,
  opts?: pulumi.InvokeOptions,
): AsyncGenerator<GetAiTasksResult> {
  for (let page = args.page ?? 1; ; page++) {
    const found = await onePage.invoke({ ...args, page }, opts);
    if (!found.results?.length) return;
    yield found;
    if (!found.next) return;
  }
}

/**
 * Returns AI tasks (transcription, content moderation) of the streaming platform, one page at a time. Sends the request
 * in previews as well.
 *
 * Errors: `InvalidArguments` for invalid arguments. `PlatformError` with status 422 if the feature is disabled for the
 * account.
 *
 * Operations:
 * - `GET /streaming/ai/tasks`: reads one page of the list.
 *
 * @example Count the failed tasks
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const failed = cloudplatform.getAiTasks({ status: "FAILURE", limit: 1 }).then(({ count }) => count);
 * ```
 */
export function getAiTasks(
  args: GetAiTasksArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetAiTasksResult> {
  return onePage.invoke(args, opts);
}

/**
 * Like `getAiTasks`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret if an
 * argument is unknown or secret.
 *
 * @example Search for the tasks of a video
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * const search = new pulumi.Config().requireSecret("video");
 * export const { results } = cloudplatform.getAiTasksOutput({ search });
 * ```
 */
export function getAiTasksOutput(
  args: GetAiTasksOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAiTasksResult> {
  return onePage.output(args, opts);
}

/**
 * Iterates over all pages of AI tasks, starting at `page`. Each page is requested when the loop needs it. The iteration
 * follows the platform's links, and ends at a page without a link or at an empty page. A page without a new task ends
 * the iteration with an error.
 *
 * Operations and errors: see `getAiTasks`.
 *
 * @example Collect the failed tasks of all pages
 * ```ts
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * async function failedTasks() {
 *   const found: cloudplatform.AiTask[] = [];
 *   for await (const { results } of cloudplatform.paginateAiTasks({ status: "FAILURE", limit: 100 })) {
 *     found.push(...results);
 *   }
 *   return found;
 * }
 * export const failed = failedTasks();
 * ```
 */
export async function* paginateAiTasks(
  args: GetAiTasksArgs = {},
  opts?: pulumi.InvokeOptions,
): AsyncGenerator<GetAiTasksResult, void> {
  if (isMocked()) return yield* pagesOfMocks(args, opts);
  const pages = await allPages.invoke(args, opts);
  const nextPage = () => preparingErrors(() => pages.next());
  for (let page = await nextPage(); !page.done; page = await nextPage()) yield page.value;
}
