import { DefinedError, type FactsOf } from "../../errors/definition";
import { type EarlyEnd, TASKS } from "../../errors/tasks";

/** One asynchronous task of the platform. */
export interface Task {
  id: string;
  /** NEW, RUNNING, FINISHED or ERROR; a task in any other state counts as running. */
  state: string;
  /** What the task does, such as `create_router`, if the platform tells it. */
  type?: string | undefined;
  /** The id of the user who has begun the task, if the platform names it. */
  user?: string;
  /** The platform's message about a task that ended in ERROR. */
  error?: string | undefined;
  /** Ids of the created objects, by the platform's key, such as `routers`. */
  created: Record<string, string[]>;
  /** Milliseconds from the beginning to the end of a task, if the platform has recorded both. */
  duration?: number;
  /** When the platform created and ended the task, by its own clock, in milliseconds since the epoch, if recorded. */
  createdAt?: number;
  finishedAt?: number;
}

/** A task ended in ERROR. */
export class TaskFailed extends DefinedError<FactsOf<typeof TASKS.failed>> {
  override name = "TaskFailed";

  constructor(
    readonly task: Task,
    /** The tasks of the same wait that have finished. */
    readonly finished: Task[] = [],
    /** The request that has begun the task; undefined if an earlier run has sent it. */
    request?: string,
  ) {
    super(TASKS.failed, { task: task.id, error: task.error ?? "no reason was given", request });
  }
}

/** The reason of a signal that a timeout aborted. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The reason of a signal that aborted because nobody is left who could save the result of an operation. */
export class RunLost extends Error {
  override name = "RunLost";
}

/** Why the reason of a signal has ended a wait. */
export function earlyEndOf(reason: unknown): EarlyEnd {
  if (reason instanceof TimeoutError) return "timeout";
  return reason instanceof RunLost ? "lost" : "cancelled";
}

/** A wait ended while the task was running: the timeout passed, or the run was cancelled. The next run continues the wait. */
export class TaskStillRunning extends DefinedError<FactsOf<typeof TASKS.unfinished>> {
  override name = "TaskStillRunning";
}

/** The platform named a task and then kept answering 404 for it, so the task's result is not known. */
export class TaskNotFound extends DefinedError<FactsOf<typeof TASKS.unknown>> {
  override name = "TaskNotFound";
}
