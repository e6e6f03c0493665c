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
import { type AnyId, anyId, optionalFields, sameAs, uuid } from "../../core/schemas";
import { parseTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";
import type { Area, AreaPlatform } from "../area";
import { type ObjectKind, objectKind } from "../object-kind";
import { pageLinks, selectAiTasks } from "./ai-tasks";

const videoRecord = z.strictObject({ id: anyId, subtitles: z.array(subtitle).readonly() });

export interface VideoRecord extends Readonly<z.infer<typeof videoRecord>> {}

/** Fields that are left out get plausible values. */
export type SubtitleAddition = Partial<Subtitle>;

export interface VideoAddition {
  readonly id?: AnyId;
  readonly subtitles?: readonly SubtitleAddition[];
}

/** Fields that are left out get plausible values. The status may be an undocumented one. */
export interface AiTaskAddition extends Partial<Pick<AiTaskRecord, "task_id" | "status" | "progress">> {
  readonly task_data?: Partial<AiTaskData>;
  readonly processing_time?: Partial<ProcessingTime>;
}

export interface StreamingHandle extends ReturnType<typeof streamingHandle> {}

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

/** Videos, subtitles and AI tasks, which the API only reads. */
function streamingHandle({ videos, aiTasks }: Store, platform: AreaPlatform) {
  const setSubtitles = (id: AnyId, subtitles: readonly SubtitleAddition[]): VideoRecord => {
    videos.change(id, { subtitles: [] });
    for (const subtitle of subtitles) {
      const others = videos.all().flatMap((video) => video.subtitles);
      const added = { ...PLAIN_SUBTITLE, id: nextId(others), ...subtitle };
      videos.change(id, { subtitles: [...videos.get(id).subtitles, added] });
    }
    return videos.get(id);
  };
  const addAiTask = (addition: AiTaskAddition = {}): AiTaskRecord =>
    aiTasks.set(combined(plainAiTask(platform), addition));
  return {
    videos: (): VideoRecord[] => videos.all(),
    addVideo: ({ id = nextId(videos.all()), subtitles = [] }: VideoAddition = {}): VideoRecord =>
      setSubtitles(videos.add({ id: sameAs(id), subtitles: [] }).id, subtitles),
    /** `subtitles` replaces all subtitles of the video. */
    changeVideo: (id: AnyId, { subtitles }: Omit<VideoAddition, "id">): VideoRecord =>
      subtitles === undefined ? videos.get(sameAs(id)) : setSubtitles(sameAs(id), subtitles),
    deleteVideo: (id: AnyId): void => videos.remove(videos.get(sameAs(id)).id),
    aiTasks: (): AiTaskRecord[] => aiTasks.all(),
    addAiTask,
    addAiTasks: (additions: readonly AiTaskAddition[]): AiTaskRecord[] => additions.map(addAiTask),
    changeAiTask: (id: string, change: Omit<AiTaskAddition, "task_id">): AiTaskRecord =>
      aiTasks.set(combined(aiTasks.get(id), change)),
    deleteAiTask: (id: string): void => aiTasks.remove(aiTasks.get(id).task_id),
  };
}

const PLAIN_SUBTITLE = {
  name: "English",
  language: "en",
  vtt: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n",
};

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

function nextId(items: readonly { readonly id: AnyId }[]): number {
  return Math.max(0, ...items.map(({ id }) => Number(id) || 0)) + 1;
}

const { status, progress, task_data, processing_time } = aiTaskRecord.shape;
const subtitles = z.array(z.strictObject(optionalFields(subtitle.shape))).exactOptional();
const aiTaskFields = {
  ...optionalFields({ status, progress }),
  task_data: z.looseObject(optionalFields(task_data.shape)).exactOptional(),
  processing_time: z.strictObject(optionalFields(processing_time.shape)).exactOptional(),
};

function streamingKinds(streaming: StreamingHandle): ObjectKind[] {
  const videos = objectKind({
    name: "videos",
    all: () => streaming.videos(),
    idOf: ({ id }) => id,
    addition: z.strictObject({ id: anyId.exactOptional(), subtitles }),
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
