import type { FunctionHandler } from "../../lifecycle/function-handler";
import { type AiTaskPageRecord, StreamingApi } from "../../platform/api/streaming";
import { camelCaseKeys } from "../../util/camel";
import { AiTaskFilters, queryOf } from "./query";
import type { AiTask, GetAiTasksArgs, GetAiTasksResult } from "./types";

export const handler: FunctionHandler<GetAiTasksArgs, GetAiTasksResult> = {
  args: AiTaskFilters,
  call: async (filters, platform) => pageOf(await new StreamingApi(platform).listAiTasks(queryOf(filters))),
};

/** A page in this package's notation. Fields that the platform does not send are absent. */
export function pageOf({ count, next, previous, results }: AiTaskPageRecord): GetAiTasksResult {
  return {
    count: count ?? 0,
    next: next || null,
    previous: previous || null,
    results: (results ?? []).map((task) => camelCaseKeys(task) as AiTask),
  };
}
