import { z } from "zod";
import { notFound } from "../../core/problem";
import { integerText } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";
import { subtitle } from "./record";
import type { StreamingStore } from "./store";

/** All subtitles of a video, as a bare list. */
export function listSubtitles(store: StreamingStore): Operation {
  return operation({
    method: "GET",
    path: "/streaming/videos/:video_id/subtitles",
    summary: "List the subtitles of a video",
    replies: { 200: z.array(subtitle) },
    documented: true,
    params: z.strictObject({ video_id: integerText }),
    handle: ({ params }) => {
      const video = store.video(params.video_id);
      if (video === undefined) throw notFound(`Video ${params.video_id} was not found.`);
      return ok(video.subtitles);
    },
  });
}
