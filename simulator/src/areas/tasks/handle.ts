import type { TaskEngine } from "../../tasks/engine";
import { hasEnded } from "../../tasks/entry";
import type { TaskRecord } from "../../tasks/record";

/** The tasks as seen, and ended, from outside the API. */
export interface TasksHandle {
  all(): TaskRecord[];
  /** Those that have not ended. */
  pending(): TaskRecord[];
  /** Ends a task now, with its effect; without an id all that are pending, oldest first. */
  finish(id?: string): void;
  /** Ends a task now in ERROR, without its effect; without an id all that are pending. */
  fail(id?: string, sentence?: string): void;
}

const unexplained = "The task failed for an internal reason";

export function tasksHandle(engine: TaskEngine): TasksHandle {
  const pending = (): TaskRecord[] => engine.all().filter((task) => !hasEnded(task));
  const chosen = (id: string | undefined): string[] =>
    id === undefined ? pending().map((task) => task.id) : [id];
  return {
    all: () => [...engine.all()],
    pending,
    finish: (id) => {
      for (const each of chosen(id)) engine.finish(each);
    },
    fail: (id, sentence = unexplained) => {
      for (const each of chosen(id)) engine.fail(each, sentence);
    },
  };
}
