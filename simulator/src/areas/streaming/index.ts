import { z } from "zod";
import {
  type AiTaskData,
  type AiTaskRecord,
  aiTaskRecord,
  streaming as api,
  type ProcessingTime,
  type Subtitle,
  subtitle,
} from "../../contract/streaming";
import type { MemoryPart } from "../../core/memory";
import { pageOf } from "../../core/page";
import { notFound, Problem } from "../../core/problem";
import { id } from "../../core/schemas";
import { parseTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import type { Area, AreaPlatform } from "../area";
import { pageLinks, selectAiTasks } from "./ai-tasks";
import { streamingKinds } from "./objects";

const videoRecord = z.strictObject({ id, subtitles: z.array(subtitle).readonly() });

export interface VideoRecord extends Readonly<z.infer<typeof videoRecord>> {}

/** Fields that are left out get plausible values. */
export type SubtitleAddition = Partial<Subtitle>;

export interface VideoAddition {
  readonly id?: number;
  readonly subtitles?: readonly SubtitleAddition[];
}

/** Fields that are left out get plausible values. The status may be an undocumented one. */
export interface AiTaskAddition extends Partial<Pick<AiTaskRecord, "task_id" | "status" | "progress">> {
  readonly task_data?: Partial<AiTaskData>;
  readonly processing_time?: Partial<ProcessingTime>;
}

/** Videos, subtitles and AI tasks, which the API only reads. */
export interface StreamingHandle {
  videos(): VideoRecord[];
  addVideo(addition?: VideoAddition): VideoRecord;
  addSubtitle(videoId: number, addition?: SubtitleAddition): Subtitle;
  /** `subtitles` replaces all subtitles of the video. */
  changeVideo(id: number, change: Omit<VideoAddition, "id">): VideoRecord;
  deleteVideo(id: number): void;
  aiTasks(): AiTaskRecord[];
  addAiTask(addition?: AiTaskAddition): AiTaskRecord;
  addAiTasks(additions: readonly AiTaskAddition[]): AiTaskRecord[];
  changeAiTask(id: string, change: Omit<AiTaskAddition, "task_id">): AiTaskRecord;
  deleteAiTask(id: string): void;
}

export function streamingArea(platform: AreaPlatform): Area<StreamingHandle> {
  const store = streamingStore(platform.memory);
  const handle = streamingHandle(store, platform);
  return {
    handle,
    operations: [listSubtitles(store), listAiTasks(store, platform.settings)],
    objects: streamingKinds(handle),
    state: () => ({ videos: store.videos.all(), ai_tasks: store.aiTasks.all() }),
  };
}

type Store = ReturnType<typeof streamingStore>;

function streamingStore(memory: MemoryPart) {
  return {
    videos: memory.records("videos", { schema: videoRecord, keyOf: ({ id }) => id, noun: "video" }),
    aiTasks: memory.records("aiTasks", {
      schema: aiTaskRecord,
      keyOf: ({ task_id }) => task_id,
      noun: "AI task",
    }),
  };
}

function listSubtitles({ videos }: Store): Operation {
  return operation(api.listSubtitles, ({ params: { video_id: id } }) => {
    const video = videos.find(id);
    if (video === undefined) throw notFound(`Video ${id} was not found.`);
    return ok(video.subtitles);
  });
}

function listAiTasks({ aiTasks }: Store, settings: Settings): Operation {
  return operation(api.listAiTasks, ({ query, origin }) => {
    if (!settings.aiTasks) throw new Problem(422, "FeatureOff", "AI tasks are not enabled for this account.");
    const { limit, page } = query;
    const cut = { limit, offset: (page - 1) * limit };
    const { count, results } = pageOf(selectAiTasks(aiTasks.all(), query), cut);
    const address = `${origin}${api.listAiTasks.path}`;
    return ok({ count, ...pageLinks(settings, address, query, count), results });
  });
}

function streamingHandle({ videos, aiTasks }: Store, platform: AreaPlatform): StreamingHandle {
  const addSubtitle = (videoId: number, addition: SubtitleAddition = {}): Subtitle => {
    const plain = { name: "English", language: "en", vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n" };
    const others = videos.all().flatMap((video) => video.subtitles);
    const added = { id: nextId(others), ...plain, ...addition };
    videos.change(videoId, { subtitles: [...videos.get(videoId).subtitles, added] });
    return added;
  };
  const setSubtitles = (id: number, subtitles: readonly SubtitleAddition[]): VideoRecord => {
    videos.change(id, { subtitles: [] });
    for (const each of subtitles) addSubtitle(id, each);
    return videos.get(id);
  };
  const addAiTask = (addition: AiTaskAddition = {}): AiTaskRecord =>
    aiTasks.set(combined(plainAiTask(platform), addition));
  return {
    videos: () => videos.all(),
    addVideo: ({ id = nextId(videos.all()), subtitles = [] } = {}) => {
      videos.add({ id, subtitles: [] });
      return setSubtitles(id, subtitles);
    },
    addSubtitle,
    changeVideo: (id, { subtitles }) =>
      subtitles === undefined ? videos.get(id) : setSubtitles(id, subtitles),
    deleteVideo: (id) => videos.remove(videos.get(id).id),
    aiTasks: () => aiTasks.all(),
    addAiTask,
    addAiTasks: (additions) => additions.map(addAiTask),
    changeAiTask: (id, change) => aiTasks.set(combined(aiTasks.get(id), change)),
    deleteAiTask: (id) => aiTasks.remove(aiTasks.get(id).task_id),
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

function combined(
  task: AiTaskRecord,
  { task_data, processing_time, ...fields }: AiTaskAddition,
): AiTaskRecord {
  const times = { ...task.processing_time, ...processing_time };
  if (parseTimestamp(times.started_at) === undefined)
    throw new Error(`"${times.started_at}" is not an ISO 8601 date and time.`);
  return { ...task, ...fields, task_data: { ...task.task_data, ...task_data }, processing_time: times };
}

function nextId(items: readonly { readonly id: number }[]): number {
  return Math.max(0, ...items.map((item) => item.id)) + 1;
}
