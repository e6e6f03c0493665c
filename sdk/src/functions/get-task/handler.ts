import { record, text } from "../../operation/inputs/schemas";
import { createdIds, errorText, getTaskRecord } from "../../platform/api/tasks";
import type { FunctionHandler } from "../../pulumi/function-call";
import { camelCase, camelCaseKeys } from "../../util/camel";
import type { GetTaskArgs, GetTaskResult } from "./get-task";

/** Excludes "." and "..", which are relative segments in a URL. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]+$/;

export const handler: FunctionHandler<GetTaskArgs, GetTaskResult> = {
  args: record("an object", {
    taskId: text("the id of a task").regex(ID, {
      error: "must be the id of a task: not empty, without blanks and line breaks",
    }),
  }),
  async call({ taskId }, platform) {
    const { id, error, created_resources: created, ...others } = await getTaskRecord(platform, taskId);
    const rest = Object.entries(others).map(([name, value]) => [camelCase(name), value]);
    return {
      ...(Object.fromEntries(rest) as { state: string }),
      taskId,
      error: errorText(error) ?? null,
      createdResources: camelCaseKeys(createdIds(created ?? {})) as Record<string, string[]>,
    };
  },
};
