import type * as pulumi from "@pulumi/pulumi";
import { preparingErrors } from "../../pulumi/program/errors";
import { PlatformFunction } from "../../pulumi/program/function";
import type { InputsOf } from "../../pulumi/program/inputs-of";
import type { GetAiTasksArgs, GetAiTasksResult } from "./types";

/** The arguments of `getAiTasksOutput`. */
export type GetAiTasksOutputArgs = InputsOf<GetAiTasksArgs>;

const onePage = new PlatformFunction<GetAiTasksArgs, GetAiTasksResult>(
  "getAiTasks",
  () => require("./handler") as typeof import("./handler"),
);

const allPages = new PlatformFunction<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>>(
  "paginateAiTasks",
  () => require("./pages") as typeof import("./pages"),
  { mocked: pagesOfMocks },
);

/** Under mocks each page is a call of `getAiTasks` with the number of the page. */
async function* pagesOfMocks(
  args: GetAiTasksArgs,
  opts: pulumi.InvokeOptions,
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
 * follows the platform's links, and ends at a page without a link or at an empty page.
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
  const pages = await allPages.invoke(args, opts);
  for (
    let page = await preparingErrors(() => pages.next());
    !page.done;
    page = await preparingErrors(() => pages.next())
  )
    yield page.value;
}
