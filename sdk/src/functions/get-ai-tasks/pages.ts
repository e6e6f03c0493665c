import type { FunctionHandler } from "../../lifecycle/function-handler";
import { pagesByNext } from "../../platform/api/pages";
import { StreamingApi } from "../../platform/api/streaming";
import { pageOf } from "./handler";
import { AiTaskFilters, queryOf } from "./query";
import type { GetAiTasksArgs, GetAiTasksResult } from "./types";

/** All pages, each requested when it is needed. */
export const handler: FunctionHandler<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>> = {
  args: AiTaskFilters,
  async call(filters, platform) {
    return pagesByNext(queryOf(filters), async (query) =>
      pageOf(await new StreamingApi(platform).listAiTasks(query)),
    );
  },
};
