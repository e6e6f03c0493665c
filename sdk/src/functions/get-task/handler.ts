import { z } from "zod";
import { sentence } from "../../api/tasks";
import { camelCase, camelCased } from "../../util/camel";
import { text } from "../../util/schemas";
import type { FunctionHandler } from "../handler";
import type { GetTaskArgs, GetTaskResult } from "./get-task";

export const handler: FunctionHandler<GetTaskArgs, GetTaskResult> = {
  args: z.strictObject({ taskId: text("the id of a task").min(1, { error: "must be the id of a task" }) }),
  async call({ taskId }, platform) {
    const { id, error, created_resources: created, ...record } = await platform.tasks.record(taskId);
    const rest = Object.entries(record).map(([name, value]) => [camelCase(name), value]);
    return {
      ...(Object.fromEntries(rest) as { state: string }),
      taskId,
      error: sentence(error) ?? null,
      createdResources: camelCased(created ?? {}) as Record<string, string[]>,
    };
  },
};
