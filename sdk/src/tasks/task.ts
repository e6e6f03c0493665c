import { TASKS } from "../errors/tasks";
import { printableLine } from "../util/text";

/** What the platform says of one asynchronous task. */
export interface Task {
  id: string;
  /** NEW, RUNNING, FINISHED, ERROR; any other state means that it still runs. */
  state: string;
  /** The platform's own sentence on a task that ended in ERROR. */
  error?: string | undefined;
  /** Ids of what the task created, by kind. */
  created: Record<string, string[]>;
}

/** The platform carried the task out and it failed. */
export class TaskFailed extends Error {
  constructor(
    readonly task: Task,
    /** Those that were awaited together with it and have finished. */
    readonly finished: Task[] = [],
  ) {
    super(TASKS.failed.message({ task: task.id, error: task.error ?? "no reason was given" }));
    this.name = "TaskFailed";
  }
}

/** Why a wait ended, where it was its deadline. */
export class TimeoutError extends Error {
  override name = "TimeOver";
}

/** A wait ended before what it was for: by its deadline, or because nobody waits any more. The next run goes on with it. */
export class WaitEnded extends Error {
  override name = "Unfinished";

  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options);
  }
}

/** A task had not ended. */
export class TaskStillRunning extends WaitEnded {
  override name = "TaskUnfinished";

  constructor(
    readonly taskId: string,
    readonly lastState: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The platform names a task and then does not know it: what has become of it cannot be told. */
export class TaskNotFound extends Error {
  constructor(
    readonly taskId: string,
    lastState: string,
  ) {
    super(TASKS.unknown.message({ task: taskId, state: lastState }));
    this.name = "TaskUnknown";
  }
}
