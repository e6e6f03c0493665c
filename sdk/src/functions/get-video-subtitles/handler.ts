import type { FunctionHandler } from "../../lifecycle/function-handler";
import { longId, record } from "../../lifecycle/inputs/schemas";
import { StreamingApi } from "../../platform/api/streaming";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./types";

export const handler: FunctionHandler<GetVideoSubtitlesArgs, GetVideoSubtitlesResult> = {
  args: record("an object", { videoId: longId("video") }),
  async call({ videoId }, platform) {
    const records = await new StreamingApi(platform).listSubtitles(videoId);
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
