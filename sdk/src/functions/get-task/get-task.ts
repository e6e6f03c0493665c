import type * as pulumi from "@pulumi/pulumi";
import { type InputsOf, PlatformFunction } from "../../provider/program/function";

export interface GetTaskArgs {
  /** Id of the task, as an error or a status line names it. */
  taskId: string;
}

/** What the platform tells of a task; what else it tells than this is there too, its names in camelCase. */
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
  [detail: string]: unknown;
}

export type GetTaskOutputArgs = InputsOf<GetTaskArgs>;

const task = new PlatformFunction<GetTaskArgs, GetTaskResult>(
  "getTask",
  () => require("./handler") as typeof import("./handler"),
);

/**
 * An asynchronous task of the platform, as it stands now. Reads, in previews as well. Resources await their tasks by
 * themselves; this is for a look at one that an error has named.
 *
 * Errors (`PlatformError`): 404 where the platform does not know the task.
 *
 * Operation: `GET /v1/tasks/{task_id}`, or else `GET /cloud/v1/tasks/{task_id}`.
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
