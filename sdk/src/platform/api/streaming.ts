import { z } from "zod";
import { camelCaseNames } from "../../util/camel";
import { isObject } from "../../util/json";
import { segment } from "../../util/text";
import { getParsed } from "../http/parse-reply";
import type { Reader } from "./api";
import type { Query } from "./pages";
import { type Id, orElse } from "./reply";

const Subtitles = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    name: orElse(z.string(), ""),
    language: orElse(z.string(), ""),
    vtt: orElse(z.string(), ""),
  }),
);

/** The properties of an AI task that the package names, and those inside of them. The interface shows none. */
const NAMES = {
  taskId: [],
  taskData: ["taskName"],
  processingTime: ["startedAt", "completedAt", "totalTimeSec"],
};

const AiTask = z.record(z.string(), z.unknown()).transform((record) => {
  const task = camelCaseNames(record, Object.keys(NAMES));
  for (const [name, inside] of Object.entries(NAMES))
    if (isObject(task[name])) task[name] = camelCaseNames(task[name], inside);
  return task;
});

const AiTaskPage = z.object({
  count: orElse(z.number(), 0),
  next: orElse(z.string(), null),
  previous: orElse(z.string(), null),
  results: orElse(z.array(AiTask), []),
});

export const AI_TASKS = "/streaming/ai/tasks";

/** `GET /streaming/videos/{video_id}/subtitles`. */
export function listSubtitles({ get }: Reader, videoId: Id) {
  return getParsed(get, { path: `/streaming/videos/${segment(videoId)}/subtitles` }, Subtitles);
}

/** `GET /streaming/ai/tasks`, one page. */
export function listAiTasks({ get }: Reader, query: Query) {
  return getParsed(get, { path: AI_TASKS, query }, AiTaskPage);
}
