import { z } from "zod";
import { longId } from "../../util/schemas";
import type { FunctionHandler } from "../handler";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./get-video-subtitles";

export const handler: FunctionHandler<GetVideoSubtitlesArgs, GetVideoSubtitlesResult> = {
  args: z.strictObject({ videoId: longId("video") }),
  async call({ videoId }, platform) {
    const records = await platform.streaming.subtitles(videoId);
    return {
      videoId,
      subtitles: records.map(({ id, name, language, vtt }) => ({
        id,
        name: name ?? "",
        language: language ?? "",
        vtt: vtt ?? "",
      })),
    };
  },
};
