import { PlatformFunction } from "../../doors/dynamic/program/function";
import type { InputsOf } from "../../doors/dynamic/program/values";

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

/** The arguments of `getTaskOutput`. */
export type GetTaskOutputArgs = InputsOf<GetTaskArgs>;

const task = new PlatformFunction("getTask", () => require("./handler") as typeof import("./handler"));

/**
 * Returns the current state of an asynchronous task of the platform. Sends the request in previews as well. Resources
 * wait for their own tasks; use this function to check a task that an error or a status line names.
 *
 * A failed task is a result and not an error.
 *
 * Errors: `InvalidArguments` for an invalid `taskId`. `PlatformError` with status 404 if the platform does not know the
 * task.
 *
 * Operations:
 * - `GET /v1/tasks/{task_id}`: reads the task.
 *
 * Operations that a deployment may lack:
 * - `GET /cloud/v1/tasks/{task_id}`: reads the task, instead of `GET /v1/tasks/{task_id}`.
 *
 * @example In a script, with CLOUDPLATFORM_API_KEY and CLOUDPLATFORM_BASE_URL set
 * ```ts
 * import { getTask } from "pulumi-cloudplatform";
 *
 * const { state, error } = await getTask({ taskId: "b6cd2e2e-6d0f-4ba5-9d9a-3e9a9f1c2a10" });
 * console.log(state, error ?? "");
 * ```
 */
export const getTask = task.invoke;

/**
 * Like `getTask`, with Outputs: waits for its arguments and for `dependsOn`. The result is unknown or secret if
 * `taskId` is unknown or secret.
 *
 * @example With a task id from the stack's configuration
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "pulumi-cloudplatform";
 *
 * export const { state } = cloudplatform.getTaskOutput({ taskId: new pulumi.Config().requireSecret("taskId") });
 * ```
 */
export const getTaskOutput = task.output;
