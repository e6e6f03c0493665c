import type { MemoryPart } from "../../core/memory";
import { type AiTaskRecord, aiTaskRecord, type Subtitle, type VideoRecord, videoRecord } from "./record";

/** The videos and AI tasks there are, each in the order of being added. */
export class StreamingStore {
  readonly #videos: Map<number, VideoRecord>;
  readonly #aiTasks: Map<string, AiTaskRecord>;

  constructor(memory: MemoryPart) {
    this.#videos = memory.records("videos", videoRecord, ({ id }) => id);
    this.#aiTasks = memory.records("aiTasks", aiTaskRecord, ({ task_id }) => task_id);
  }

  videos(): VideoRecord[] {
    return [...this.#videos.values()];
  }

  video(id: number): VideoRecord | undefined {
    return this.#videos.get(id);
  }

  keepVideo(video: VideoRecord): void {
    this.#videos.set(video.id, video);
  }

  removeVideo(id: number): void {
    this.#videos.delete(id);
  }

  subtitles(): Subtitle[] {
    return this.videos().flatMap((video) => video.subtitles);
  }

  aiTasks(): AiTaskRecord[] {
    return [...this.#aiTasks.values()];
  }

  keepAiTask(task: AiTaskRecord): void {
    this.#aiTasks.set(task.task_id, task);
  }

  removeAiTask(id: string): void {
    this.#aiTasks.delete(id);
  }
}
