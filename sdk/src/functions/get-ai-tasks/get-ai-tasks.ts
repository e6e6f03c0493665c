import type * as pulumi from "@pulumi/pulumi";
import { hidingStacks } from "../../program/errors";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { GetAiTasksArgs, GetAiTasksResult } from "./types";

export type GetAiTasksOutputArgs = InputsOf<GetAiTasksArgs>;

const onePage = new PlatformFunction<GetAiTasksArgs, GetAiTasksResult>(
  "getAiTasks",
  () => require("./handler") as typeof import("./handler"),
);

const allPages = new PlatformFunction<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>>(
  "paginateAiTasks",
  () => require("./pages") as typeof import("./pages"),
);

/**
 * One page of the AI tasks (transcription, content moderation) of the streaming platform. Also runs in previews.
 *
 * Errors (`PlatformError`): 422 if the feature is turned off for the account.
 *
 * Operation: `GET /streaming/ai/tasks`.
 *
 * @example How many have failed?
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
 * The same on Outputs: waits for its arguments and for `dependsOn`.
 *
 * @example
 * ```ts
 * const { results } = cloudplatform.getAiTasksOutput({ search: bucket.id });
 * ```
 */
export function getAiTasksOutput(
  args: GetAiTasksOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAiTasksResult> {
  return onePage.output(args, opts);
}

/**
 * All pages of AI tasks from `page` on, each requested when it is needed. The iteration follows the platform's links,
 * and ends at a page without a link or at an empty page.
 *
 * Operation and errors: as `getAiTasks`.
 *
 * @example
 * ```ts
 * async function failed() {
 *   const found: cloudplatform.AiTask[] = [];
 *   for await (const { results } of cloudplatform.paginateAiTasks({ status: "FAILURE", limit: 100 })) {
 *     found.push(...results);
 *   }
 *   return found;
 * }
 * ```
 */
export async function* paginateAiTasks(
  args: GetAiTasksArgs = {},
  opts?: pulumi.InvokeOptions,
): AsyncGenerator<GetAiTasksResult, void> {
  const pages = await allPages.invoke(args, opts);
  for (
    let page = await hidingStacks(() => pages.next());
    !page.done;
    page = await hidingStacks(() => pages.next())
  )
    yield page.value;
}
