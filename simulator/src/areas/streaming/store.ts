import type { AiTaskRecord, Subtitle, VideoRecord } from "./record";

/** The videos and AI tasks there are, each in the order of being added. */
export class StreamingStore {
  readonly #videos = new Map<number, VideoRecord>();
  readonly #aiTasks: AiTaskRecord[] = [];

  videos(): VideoRecord[] {
    return [...this.#videos.values()];
  }

  video(id: number): VideoRecord | undefined {
    return this.#videos.get(id);
  }

  keepVideo(video: VideoRecord): void {
    this.#videos.set(video.id, video);
  }

  subtitles(): Subtitle[] {
    return this.videos().flatMap((video) => video.subtitles);
  }

  aiTasks(): readonly AiTaskRecord[] {
    return this.#aiTasks;
  }

  addAiTask(task: AiTaskRecord): void {
    this.#aiTasks.push(task);
  }
}
