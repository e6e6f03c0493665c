import { z } from "zod";
import { camelCaseNames } from "../../util/camel";
import { isObject } from "../../util/json";
import { segment } from "../../util/text";
import { getParsed } from "../http/parse-body";
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

export type SubtitleRecord = z.infer<typeof Subtitles>[number];

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

export type AiTaskPageRecord = z.infer<typeof AiTaskPage>;

export const AI_TASKS = "/streaming/ai/tasks";

/** Streaming: the documented subtitles of a video, and the list of AI tasks. */
export class StreamingReader {
  constructor(private readonly reader: Reader) {}

  /** `GET /streaming/videos/{video_id}/subtitles`. */
  async listSubtitles(videoId: Id): Promise<SubtitleRecord[]> {
    return getParsed(this.reader.get, { path: `/streaming/videos/${segment(videoId)}/subtitles` }, Subtitles);
  }

  /** `GET /streaming/ai/tasks`, one page. */
  async listAiTasks(query: Query): Promise<AiTaskPageRecord> {
    return getParsed(this.reader.get, { path: AI_TASKS, query }, AiTaskPage);
  }
}
