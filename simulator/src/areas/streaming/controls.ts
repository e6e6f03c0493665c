import { z } from "zod";
import { conflict } from "../../core/problem";
import { timestamp, uuid } from "../../core/schemas";
import { type Operation, operation } from "../../http/operation";
import type { StreamingHandle } from "./handle";

const id = z.int().nonnegative();
const text = z.string().exactOptional();

const video = z.strictObject({
  id: id.exactOptional(),
  subtitles: z
    .array(z.strictObject({ id: id.exactOptional(), name: text, language: text, vtt: text }))
    .exactOptional(),
});

const aiTask = z.strictObject({
  task_id: uuid.exactOptional(),
  status: text,
  progress: z.int().nullable().exactOptional(),
  task_data: z.looseObject({ task_name: text, url: text }).exactOptional(),
  processing_time: z
    .strictObject({
      started_at: timestamp.exactOptional(),
      completed_at: timestamp.nullable().exactOptional(),
      total_time_sec: z.number().nullable().exactOptional(),
    })
    .exactOptional(),
});

/** The API shows videos, subtitles and AI tasks, and makes none: they have to come from somewhere. */
export function streamingControls(streaming: StreamingHandle): Operation[] {
  return [addVideo(streaming), addAiTask(streaming)];
}

function addVideo(streaming: StreamingHandle): Operation {
  return operation({
    method: "POST",
    path: "/videos",
    body: video,
    handle: ({ body }) => {
      if (streaming.videos().some((each) => each.id === body.id)) {
        throw conflict(`There is a video ${body.id} already.`);
      }
      return { status: 201, body: streaming.addVideo(body) };
    },
  });
}

function addAiTask(streaming: StreamingHandle): Operation {
  return operation({
    method: "POST",
    path: "/ai-tasks",
    body: aiTask,
    handle: ({ body }) => ({ status: 201, body: streaming.addAiTask(body) }),
  });
}
