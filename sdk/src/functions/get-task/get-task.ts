import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../program/function";
import type { GetTaskArgs, GetTaskResult } from "./types";

export type GetTaskOutputArgs = InputsOf<GetTaskArgs>;

const task = new PlatformFunction<GetTaskArgs, GetTaskResult>(
  "getTask",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * The current state of an asynchronous task of the platform. Also runs in previews. Resources wait for their own tasks;
 * use this function to check a task that an error names.
 *
 * Errors (`PlatformError`): 404 if the platform does not know the task.
 *
 * Operation: `GET /v1/tasks/{task_id}`, or `GET /cloud/v1/tasks/{task_id}` if the deployment does not have the first.
 *
 * @example In a script, with `CLOUDPLATFORM_API_KEY` and `CLOUDPLATFORM_BASE_URL` set
 * ```ts
 * import { getTask } from "pulumi-cloudplatform";
 *
 * const { state, error } = await getTask({ taskId: "b6cd2e2e-6d0f-4ba5-9d9a-3e9a9f1c2a10" });
 * console.log(state, error ?? "");
 * ```
 */
export function getTask(args: GetTaskArgs, opts?: pulumi.InvokeOptions): Promise<GetTaskResult> {
  return task.invoke(args, opts);
}

/**
 * The same on Outputs: waits for its arguments and for `dependsOn`.
 *
 * @example
 * ```ts
 * const { state } = cloudplatform.getTaskOutput({ taskId: new pulumi.Config().requireSecret("taskId") });
 * ```
 */
export function getTaskOutput(
  args: GetTaskOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetTaskResult> {
  return task.output(args, opts);
}
