import { conflict, notFound } from "../../core/problem";
import { parseTimestamp } from "../../core/timestamps";
import type { AreaPlatform } from "../area";
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

export type VideoChange = Omit<VideoAddition, "id">;
export type AiTaskChange = Omit<AiTaskAddition, "task_id">;

/** What the streaming area has; the API only shows it. */
export interface StreamingHandle {
  videos(): VideoRecord[];
  addVideo(addition?: VideoAddition): VideoRecord;
  addSubtitle(videoId: number, addition?: SubtitleAddition): Subtitle;
  /** `subtitles` replaces all subtitles of the video. */
  changeVideo(id: number, change: VideoChange): VideoRecord;
  deleteVideo(id: number): void;
  aiTasks(): AiTaskRecord[];
  addAiTask(addition?: AiTaskAddition): AiTaskRecord;
  addAiTasks(additions: readonly AiTaskAddition[]): AiTaskRecord[];
  changeAiTask(id: string, change: AiTaskChange): AiTaskRecord;
  deleteAiTask(id: string): void;
}

export function streamingHandle(store: StreamingStore, platform: AreaPlatform): StreamingHandle {
  const video = (id: number): VideoRecord => {
    const found = store.video(id);
    if (found === undefined) throw notFound(`There is no video ${id}.`);
    return found;
  };
  const addSubtitle = (videoId: number, addition: SubtitleAddition = {}): Subtitle => {
    const { subtitles } = video(videoId);
    const subtitle = { ...plainSubtitle(store), ...addition };
    store.keepVideo({ id: videoId, subtitles: [...subtitles, subtitle] });
    return { ...subtitle };
  };
  const setSubtitles = (id: number, subtitles: readonly SubtitleAddition[]): VideoRecord => {
    store.keepVideo({ id, subtitles: [] });
    return { id, subtitles: subtitles.map((subtitle) => addSubtitle(id, subtitle)) };
  };
  const aiTask = (id: string): AiTaskRecord => {
    const found = store.aiTasks().find((task) => task.task_id === id);
    if (found === undefined) throw notFound(`There is no AI task ${id}.`);
    return found;
  };
  const keepAiTask = (task: AiTaskRecord): AiTaskRecord => {
    store.keepAiTask(task);
    return structuredClone(task);
  };
  const addAiTask = (addition: AiTaskAddition = {}): AiTaskRecord =>
    keepAiTask(combined(plainAiTask(platform), addition));
  return {
    videos: () => structuredClone(store.videos()),
    addVideo: ({ id = nextId(store.videos()), subtitles = [] } = {}) => {
      if (store.video(id) !== undefined) throw conflict(`There is a video ${id} already.`);
      return setSubtitles(id, subtitles);
    },
    addSubtitle,
    changeVideo: (id, { subtitles }) =>
      subtitles === undefined ? structuredClone(video(id)) : setSubtitles(video(id).id, subtitles),
    deleteVideo: (id) => store.removeVideo(video(id).id),
    aiTasks: () => structuredClone(store.aiTasks()),
    addAiTask,
    addAiTasks: (additions) => additions.map(addAiTask),
    changeAiTask: (id, change) => keepAiTask(combined(aiTask(id), change)),
    deleteAiTask: (id) => store.removeAiTask(aiTask(id).task_id),
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

function plainAiTask({ ids, settings }: AreaPlatform): AiTaskRecord {
  const started_at = new Date(settings.now()).toISOString();
  return {
    task_id: ids.uuid(),
    status: "PENDING",
    progress: null,
    task_data: { task_name: "transcription", url: "https://example.com/video.mp4" },
    processing_time: { started_at, completed_at: null, total_time_sec: null },
  };
}

function combined(task: AiTaskRecord, { task_data, processing_time, ...said }: AiTaskAddition): AiTaskRecord {
  const whole = {
    ...task,
    ...said,
    task_data: { ...task.task_data, ...task_data },
    processing_time: { ...task.processing_time, ...processing_time },
  };
  const { started_at } = whole.processing_time;
  if (parseTimestamp(started_at) === undefined) {
    throw new Error(`"${started_at}" is not an ISO 8601 date and time.`);
  }
  return structuredClone(whole);
}

function nextId(items: readonly { readonly id: number }[]): number {
  return Math.max(0, ...items.map((item) => item.id)) + 1;
}
