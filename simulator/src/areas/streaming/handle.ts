import { parseTimestamp } from "../../core/timestamps";
import type { Platform } from "../../platform";
import type { AiTaskData, AiTaskRecord, ProcessingTime, Subtitle, VideoRecord } from "./record";
import type { StreamingStore } from "./store";

/** A subtitle to be there; whatever is left out gets a plausible value. */
export type SubtitleAddition = Partial<Subtitle>;

export interface VideoAddition {
  readonly id?: number;
  readonly subtitles?: readonly SubtitleAddition[];
}

/** An AI task to be there; whatever is left out gets a plausible value, a status that the API does not know as well. */
export interface AiTaskAddition extends Partial<Pick<AiTaskRecord, "task_id" | "status" | "progress">> {
  readonly task_data?: Partial<AiTaskData>;
  readonly processing_time?: Partial<ProcessingTime>;
}

/** What the streaming area has; the API only shows it. */
export interface StreamingHandle {
  videos(): VideoRecord[];
  addVideo(addition?: VideoAddition): VideoRecord;
  addSubtitle(videoId: number, addition?: SubtitleAddition): Subtitle;
  aiTasks(): AiTaskRecord[];
  addAiTask(addition?: AiTaskAddition): AiTaskRecord;
  addAiTasks(additions: readonly AiTaskAddition[]): AiTaskRecord[];
}

export function streamingHandle(store: StreamingStore, platform: Platform): StreamingHandle {
  const addSubtitle = (videoId: number, addition: SubtitleAddition = {}): Subtitle => {
    const video = store.video(videoId);
    if (video === undefined) throw new Error(`There is no video ${videoId}.`);
    const subtitle = { ...plainSubtitle(store), ...addition };
    store.keepVideo({ ...video, subtitles: [...video.subtitles, subtitle] });
    return { ...subtitle };
  };
  const addAiTask = (addition: AiTaskAddition = {}): AiTaskRecord => {
    const task = aiTask(addition, platform);
    store.addAiTask(task);
    return structuredClone(task);
  };
  return {
    videos: () => structuredClone(store.videos()),
    addVideo: ({ id = nextId(store.videos()), subtitles = [] } = {}) => {
      if (store.video(id) !== undefined) throw new Error(`There is a video ${id} already.`);
      store.keepVideo({ id, subtitles: [] });
      return { id, subtitles: subtitles.map((subtitle) => addSubtitle(id, subtitle)) };
    },
    addSubtitle,
    aiTasks: () => structuredClone([...store.aiTasks()]),
    addAiTask,
    addAiTasks: (additions) => additions.map(addAiTask),
  };
}

function plainSubtitle(store: StreamingStore): Subtitle {
  return {
    id: nextId(store.subtitles()),
    name: "English",
    language: "en",
    vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n",
  };
}

function aiTask({ task_data, processing_time, ...said }: AiTaskAddition, platform: Platform): AiTaskRecord {
  const started_at = new Date(platform.settings.now()).toISOString();
  const task = {
    task_id: platform.ids.uuid(),
    status: "PENDING",
    progress: null,
    ...said,
    task_data: { task_name: "transcription", url: "https://example.com/video.mp4", ...task_data },
    processing_time: { started_at, completed_at: null, total_time_sec: null, ...processing_time },
  };
  if (parseTimestamp(task.processing_time.started_at) === undefined) {
    throw new Error(`"${task.processing_time.started_at}" is not an ISO 8601 date and time.`);
  }
  return structuredClone(task);
}

function nextId(items: readonly { readonly id: number }[]): number {
  return Math.max(0, ...items.map((item) => item.id)) + 1;
}
