import type { CreatedResources } from "./record";

/** What a task does to the resources of an area. */
export interface TaskJob {
  readonly type: string;
  readonly projectId: number;
  readonly regionId: number;
  /** It runs until it is ended by hand. */
  readonly endless?: boolean;
  /** Takes hold of the resource, as soon as the task exists. */
  begin(taskId: string): void;
  /** Takes effect and lets go; throws a Problem when the task fails, its message is then the task's error. */
  finish(): CreatedResources;
  /** Lets go without any effect. */
  abort(): void;
}
