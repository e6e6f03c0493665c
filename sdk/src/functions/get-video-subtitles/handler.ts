import { anyId, record } from "../../operation/inputs/schemas";
import { listSubtitles } from "../../platform/api/streaming";
import type { FunctionHandler } from "../../pulumi/function-call";
import type { GetVideoSubtitlesArgs, GetVideoSubtitlesResult } from "./get-video-subtitles";

export const handler: FunctionHandler<GetVideoSubtitlesArgs, GetVideoSubtitlesResult> = {
  args: record("an object", { videoId: anyId("video") }),
  call: async ({ videoId }, platform) => ({
    videoId,
    subtitles: await listSubtitles(platform, videoId),
  }),
};
