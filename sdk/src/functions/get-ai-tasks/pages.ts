import { nextQuery, type Query } from "../../api/pages";
import { canonicalJson } from "../../util/json";
import type { FunctionHandler } from "../handler";
import type { GetAiTasksArgs, GetAiTasksResult } from "./get-ai-tasks";
import { pageOf } from "./handler";
import { AiTaskFilters, queryOf } from "./query";

/** All pages, each asked for when it is wanted. */
export const handler: FunctionHandler<GetAiTasksArgs, AsyncGenerator<GetAiTasksResult>> = {
  args: AiTaskFilters,
  async call(filters, platform) {
    return pages(queryOf(filters), async (query) => pageOf(await platform.streaming.aiTasks(query)));
  },
};

/** Ends where no next page is named, on an empty page, and where the next page has been seen already. */
async function* pages(
  first: Query,
  pageAt: (query: Query) => Promise<GetAiTasksResult>,
): AsyncGenerator<GetAiTasksResult> {
  const seen = new Set<string>();
  for (let query: Query | undefined = first; query && !seen.has(canonicalJson(query)); ) {
    seen.add(canonicalJson(query));
    const page: GetAiTasksResult = await pageAt(query);
    if (page.results.length === 0) return;
    yield page;
    query = nextQuery(page.next, query);
  }
}
