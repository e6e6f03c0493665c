import { z } from "zod";
import { pageOf } from "../../core/page";
import { Problem } from "../../core/problem";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import { aiTaskQuery, selectAiTasks } from "./ai-query";
import { pointers } from "./pointers";
import { aiTaskRecord } from "./record";
import type { StreamingStore } from "./store";

const path = "/streaming/ai/tasks";

/** Whether `next` and `previous` are null or absent at the ends is an option. */
const aiTaskPage = z.strictObject({
  count: z.int(),
  next: z.string().nullable().exactOptional(),
  previous: z.string().nullable().exactOptional(),
  results: z.array(aiTaskRecord),
});

/** The kind of the problem where AI tasks are not offered. */
export const featureOff = "FeatureOff";

export function listAiTasks(store: StreamingStore, settings: Settings): Operation {
  return operation({
    method: "GET",
    path,
    summary: "List AI tasks",
    replies: { 200: aiTaskPage },
    documented: true,
    query: aiTaskQuery,
    handle: ({ query, origin }) => {
      if (!settings.aiTasks) throw new Problem(422, featureOff, "AI tasks are not enabled for this account.");
      const { limit, page } = query;
      const { count, results } = pageOf(selectAiTasks(store.aiTasks(), query), {
        limit,
        offset: (page - 1) * limit,
      });
      return ok({ count, ...pointers(settings, `${origin}${path}`, query, count), results });
    },
  });
}
