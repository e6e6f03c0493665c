import { z } from "zod";
import { aiTaskRecord, subtitle } from "../../contract/streaming";
import { id, optionalFields, uuid } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import type { StreamingHandle } from "./index";

const { status, progress, task_data, processing_time } = aiTaskRecord.shape;
const subtitles = z.array(z.strictObject(optionalFields(subtitle.shape))).exactOptional();
const aiTaskFields = {
  ...optionalFields({ status, progress }),
  task_data: z.looseObject(optionalFields(task_data.shape)).exactOptional(),
  processing_time: z.strictObject(optionalFields(processing_time.shape)).exactOptional(),
};

export function streamingKinds(streaming: StreamingHandle): ObjectKind[] {
  const videos = objectKind({
    name: "videos",
    all: () => streaming.videos(),
    idOf: ({ id }) => id,
    addition: z.strictObject({ id: id.exactOptional(), subtitles }),
    add: (addition) => streaming.addVideo(addition),
    change: z.strictObject({ subtitles }),
    apply: ({ id }, change) => streaming.changeVideo(id, change),
    remove: ({ id }) => streaming.deleteVideo(id),
  });
  const aiTasks = objectKind({
    name: "ai-tasks",
    all: () => streaming.aiTasks(),
    idOf: ({ task_id }) => task_id,
    addition: z.strictObject({ task_id: uuid.exactOptional(), ...aiTaskFields }),
    add: (addition) => streaming.addAiTask(addition),
    change: z.strictObject(aiTaskFields),
    apply: ({ task_id }, change) => streaming.changeAiTask(task_id, change),
    remove: ({ task_id }) => streaming.deleteAiTask(task_id),
  });
  return [videos, aiTasks];
}
