import { z } from "zod";
import { segment } from "../../util/text";
import { getParsed } from "../evidence/answers";
import type { Reader } from "./api";
import type { Query } from "./pages";
import { type Id, orElse, platformRecord } from "./reply";

const Subtitles = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    name: orElse(z.string(), ""),
    language: orElse(z.string(), ""),
    vtt: orElse(z.string(), ""),
  }),
);

export type SubtitleRecord = z.infer<typeof Subtitles>[number];

const AiTaskPage = platformRecord({
  count: orElse(z.number(), 0),
  next: orElse(z.string(), null),
  previous: orElse(z.string(), null),
  results: orElse(z.array(z.record(z.string(), z.unknown())), []),
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
