import { type AiTaskPageRecord, StreamingApi } from "../../api/streaming";
import type { FunctionHandler } from "../../contract/function";
import { camelCaseKeys } from "../../util/camel";
import { AiTaskFilters, queryOf } from "./query";
import type { AiTask, GetAiTasksArgs, GetAiTasksResult } from "./types";

export const handler: FunctionHandler<GetAiTasksArgs, GetAiTasksResult> = {
  args: AiTaskFilters,
  call: async (filters, platform) => pageOf(await platform.area(StreamingApi).listAiTasks(queryOf(filters))),
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
