import { bareErrors, type ErrorShape, statusErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { Area } from "../area";
import { featureOff, listAiTasks } from "./ai-tasks";
import { streamingControls } from "./controls";
import { type StreamingHandle, streamingHandle } from "./handle";
import { StreamingStore } from "./store";
import { listSubtitles } from "./subtitles";

export function streamingArea(platform: Platform): Area<StreamingHandle> {
  const store = new StreamingStore();
  const handle = streamingHandle(store, platform);
  return {
    handle,
    operations: [listSubtitles(store), listAiTasks(store, platform.settings)],
    errors: { under: ["/streaming"], shape: streamingErrors },
    controls: streamingControls(handle),
    state: () => ({ videos: store.videos(), ai_tasks: store.aiTasks() }),
  };
}

/** A feature that is off says so without the status. */
const streamingErrors: ErrorShape = (problem, requestId) =>
  (problem.kind === featureOff ? bareErrors : statusErrors)(problem, requestId);
