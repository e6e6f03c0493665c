import { z } from "zod";
import { optionalFields, uuid } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import type { StreamingHandle } from "./handle";
import { aiTaskRecord, subtitle, videoRecord } from "./record";

const { status, progress, task_data, processing_time } = aiTaskRecord.shape;

const subtitles = z.array(z.strictObject(optionalFields(subtitle.shape))).exactOptional();
const aiTaskFields = {
  ...optionalFields({ status, progress }),
  task_data: z.looseObject(optionalFields(task_data.shape)).exactOptional(),
  processing_time: z.strictObject(optionalFields(processing_time.shape)).exactOptional(),
};
const videoAddition = z.strictObject({ id: videoRecord.shape.id.exactOptional(), subtitles });
const videoChange = z.strictObject({ subtitles });
const aiTaskAddition = z.strictObject({ task_id: uuid.exactOptional(), ...aiTaskFields });
const aiTaskChange = z.strictObject(aiTaskFields);

/** The API shows videos, subtitles and AI tasks, and makes none: they have to come from somewhere. */
export function streamingKinds(streaming: StreamingHandle): ObjectKind[] {
  return [videos(streaming), aiTasks(streaming)];
}

function videos(streaming: StreamingHandle): ObjectKind {
  return objectKind({
    name: "videos",
    all: () => streaming.videos(),
    idOf: ({ id }) => id,
    addition: videoAddition,
    add: (addition) => streaming.addVideo(addition),
    change: videoChange,
    apply: ({ id }, change) => streaming.changeVideo(id, change),
    remove: ({ id }) => streaming.deleteVideo(id),
  });
}

function aiTasks(streaming: StreamingHandle): ObjectKind {
  return objectKind({
    name: "ai-tasks",
    all: () => streaming.aiTasks(),
    idOf: ({ task_id }) => task_id,
    addition: aiTaskAddition,
    add: (addition) => streaming.addAiTask(addition),
    change: aiTaskChange,
    apply: ({ task_id }, change) => streaming.changeAiTask(task_id, change),
    remove: ({ task_id }) => streaming.deleteAiTask(task_id),
  });
}
