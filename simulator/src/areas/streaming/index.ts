import { bareErrors, type ErrorShape, statusErrors } from "../../http/shapes";
import type { Area, AreaPlatform } from "../area";
import { featureOff, listAiTasks } from "./ai-tasks";
import { type StreamingHandle, streamingHandle } from "./handle";
import { streamingKinds } from "./objects";
import { StreamingStore } from "./store";
import { listSubtitles } from "./subtitles";

export function streamingArea(platform: AreaPlatform): Area<StreamingHandle> {
  const store = new StreamingStore(platform.memory);
  const handle = streamingHandle(store, platform);
  return {
    handle,
    operations: [listSubtitles(store), listAiTasks(store, platform.settings)],
    errors: { under: ["/streaming"], shape: streamingErrors },
    objects: streamingKinds(handle),
    state: () => ({ videos: store.videos(), ai_tasks: store.aiTasks() }),
  };
}

/** A feature that is off says so without the status. */
const streamingErrors: ErrorShape = (problem, requestId) =>
  (problem.kind === featureOff ? bareErrors : statusErrors)(problem, requestId);
