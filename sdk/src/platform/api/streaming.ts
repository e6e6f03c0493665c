import { z } from "zod";
import type { Call } from "../http/call";
import type { Api } from "./deployment";
import type { Query } from "./pages";
import { type LongId, parseBody } from "./reply";

const Subtitles = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    name: z.string().nullish(),
    language: z.string().nullish(),
    vtt: z.string().nullish(),
  }),
);

export type SubtitleRecord = z.infer<typeof Subtitles>[number];

const AiTaskPage = z.object({
  count: z.number().nullish(),
  next: z.string().nullish(),
  previous: z.string().nullish(),
  results: z.array(z.record(z.string(), z.unknown())).nullish(),
});

export type AiTaskPageRecord = z.infer<typeof AiTaskPage>;

export const AI_TASKS = "/streaming/ai/tasks";

/** Streaming: the documented subtitles of a video, and the list of AI tasks. */
export class StreamingApi {
  constructor(private readonly api: Api) {}

  /** `GET /streaming/videos/{video_id}/subtitles`. */
  async listSubtitles(videoId: LongId): Promise<SubtitleRecord[]> {
    const call: Call = { method: "GET", path: `/streaming/videos/${videoId}/subtitles` };
    return parseBody(Subtitles, call, await this.api.send(call));
  }

  /** `GET /streaming/ai/tasks`, one page. */
  async listAiTasks(query: Query): Promise<AiTaskPageRecord> {
    const call: Call = { method: "GET", path: AI_TASKS, query };
    return parseBody(AiTaskPage, call, await this.api.send(call));
  }
}
