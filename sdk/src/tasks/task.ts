import { TASKS } from "../errors/tasks";
import { printableLine } from "../util/text";

/** One asynchronous task of the platform. */
export interface Task {
  id: string;
  /** NEW, RUNNING, FINISHED or ERROR; a task in any other state counts as running. */
  state: string;
  /** The platform's message about a task that ended in ERROR. */
  error?: string | undefined;
  /** Ids of the created objects, by kind, such as `routers`. */
  created: Record<string, string[]>;
}

/** A task ended in ERROR. */
export class TaskFailed extends Error {
  constructor(
    readonly task: Task,
    /** The tasks of the same wait that have finished. */
    readonly finished: Task[] = [],
  ) {
    super(TASKS.failed.message({ task: task.id, error: task.error ?? "no reason was given" }));
    this.name = "TaskFailed";
  }
}

/** The reason of a signal that a timeout aborted. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** A wait ended early: the timeout passed, or the run was cancelled. The next run continues the wait. */
export class WaitEnded extends Error {
  override name = "WaitEnded";

  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options);
  }
}

/** The wait ended while the task was running. */
export class TaskStillRunning extends WaitEnded {
  override name = "TaskStillRunning";

  constructor(
    readonly taskId: string,
    readonly lastState: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The platform named a task and then kept answering 404 for it, so the task's result is not known. */
export class TaskNotFound extends Error {
  constructor(
    readonly taskId: string,
    lastState: string,
  ) {
    super(TASKS.unknown.message({ task: taskId, state: lastState }));
    this.name = "TaskNotFound";
  }
}
