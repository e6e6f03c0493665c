import { TASKS } from "../errors/tasks";
import { NotTheApi, PlatformError } from "../http/error";
import type { Clock } from "../util/clock";
import { formatDuration } from "../util/duration";
import { firstLine, printableName } from "../util/text";
import { nextDelay, type PollInterval, REPLICATION_LAG_MS } from "./delays";
import { type Task, TaskFailed, TaskNotFound, TaskStillRunning, TimeoutError } from "./task";

export interface WaiterOptions {
  /** Reads one task; undefined if the platform answers 404. Settles soon after the signal aborts. */
  get(id: string, signal: AbortSignal): Promise<Task | undefined>;
  interval: PollInterval;
  clock: Clock;
}

export interface Wait {
  /** Ends the wait. The message of its reason begins the error. */
  signal: AbortSignal;
  /** Called with a status line after every poll. */
  status(text: string): void;
}

interface WatchedTask {
  id: string;
  startedAt: number;
  /** Aborts when the task has no subscribers left. */
  end: AbortController;
  /** The running poll, or the last one. */
  lastPoll: Promise<void>;
  lastState: string;
  /** Why the last poll failed. */
  failure?: string;
  notFoundSince?: number;
  subscribers: Set<Subscriber>;
}

interface Subscriber extends Wait {
  resolve(task: Task): void;
  reject(error: Error): void;
}

/**
 * Waits for the tasks of a process. Each task has its own timer, so the cost of a poll does not depend on the number of
 * tasks, and is polled once for all of its subscribers. A failed poll is followed by another one; a wait ends when the
 * task ends or when the wait's own signal aborts.
 */
export class TaskWaiter {
  private readonly watched = new Map<string, WatchedTask>();

  constructor(private readonly options: WaiterOptions) {}

  /** Resolves when all tasks have finished. */
  async wait(ids: string[], wait: Wait): Promise<Task[]> {
    // Waits for all tasks even if one fails, because the others still change the object.
    const results = await Promise.allSettled([...new Set(ids)].map((id) => this.waitForOne(id, wait)));
    const finished = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as Error] : [],
    );
    // A running task takes precedence over a failed one, because the next run has to wait for it.
    const error = errors.find((each) => each instanceof TaskStillRunning) ?? errors[0];
    if (error === undefined) return finished;
    throw error instanceof TaskFailed ? new TaskFailed(error.task, finished) : error;
  }

  private waitForOne(id: string, wait: Wait): Promise<Task> {
    const task = this.watched.get(id) ?? this.watch(id);
    return new Promise<Task>((resolve, reject) => {
      const unsubscribe = () => {
        task.subscribers.delete(subscriber);
        wait.signal.removeEventListener("abort", onAbort);
        if (task.subscribers.size > 0) return;
        this.watched.delete(id);
        task.end.abort(wait.signal.reason);
      };
      const onAbort = () => {
        unsubscribe();
        // The poll that ends with the last subscriber may have got an error reply, which belongs into the message.
        const lastPoll = task.end.signal.aborted ? task.lastPoll : Promise.resolve();
        void lastPoll.then(() => reject(this.stillRunning(task, wait.signal.reason)));
      };
      const subscriber: Subscriber = {
        ...wait,
        resolve: (finished) => {
          unsubscribe();
          resolve(finished);
        },
        reject: (error) => {
          unsubscribe();
          reject(error);
        },
      };
      task.subscribers.add(subscriber);
      if (wait.signal.aborted) onAbort();
      else wait.signal.addEventListener("abort", onAbort);
    });
  }

  private watch(id: string): WatchedTask {
    const task: WatchedTask = {
      id,
      startedAt: this.options.clock.now(),
      end: new AbortController(),
      lastPoll: Promise.resolve(),
      lastState: "not seen yet",
      subscribers: new Set(),
    };
    this.watched.set(id, task);
    void this.pollRepeatedly(task);
    return task;
  }

  /** Polls the task until it has no subscribers left. */
  private async pollRepeatedly(task: WatchedTask): Promise<void> {
    const { clock, interval } = this.options;
    const { signal } = task.end;
    while (!signal.aborted) {
      await clock.sleep(nextDelay(clock.now() - task.startedAt, interval, clock), signal).catch(() => {});
      if (signal.aborted) return;
      task.lastPoll = this.poll(task);
      await task.lastPoll;
    }
  }

  private async poll(task: WatchedTask): Promise<void> {
    try {
      this.onTaskState(task, await this.options.get(task.id, task.end.signal));
    } catch (error) {
      if (task.end.signal.aborted && !hasStatus(error)) return;
      task.failure = `last poll failed: ${firstLine(error)}`;
      this.report(task, task.failure);
      // Another server than the API never knows the task, so further polls would not help.
      if (error instanceof NotTheApi)
        for (const subscriber of [...task.subscribers]) subscriber.reject(error);
    }
  }

  private onTaskState(task: WatchedTask, current: Task | undefined): void {
    delete task.failure;
    if (current === undefined) {
      this.onTaskNotFound(task);
      return;
    }
    delete task.notFoundSince;
    task.lastState = current.state;
    this.report(task);
    if (current.state === "FINISHED")
      for (const subscriber of [...task.subscribers]) subscriber.resolve(current);
    else if (current.state === "ERROR")
      for (const subscriber of [...task.subscribers]) subscriber.reject(new TaskFailed(current));
  }

  private onTaskNotFound(task: WatchedTask): void {
    const now = this.options.clock.now();
    task.notFoundSince ??= now;
    if (now - task.notFoundSince < REPLICATION_LAG_MS) this.report(task, "not known to the platform yet");
    else
      for (const subscriber of [...task.subscribers])
        subscriber.reject(new TaskNotFound(TASKS.unknown, { task: task.id, state: task.lastState }));
  }

  /** Begins with the state, because a terminal cuts off the end of a long line. */
  private report(task: WatchedTask, remark?: string): void {
    const age = Math.round((this.options.clock.now() - task.startedAt) / 1000);
    const text = `${printableName(task.lastState)} ${age}s, task ${printableName(task.id)}${remark ? ` (${remark})` : ""}`;
    for (const subscriber of task.subscribers) subscriber.status(text);
  }

  private stillRunning(task: WatchedTask, reason: unknown): TaskStillRunning {
    const age = formatDuration(this.options.clock.now() - task.startedAt);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [task.lastState, ...(task.failure ? [task.failure] : [])].join("; ");
    const isTimeout = reason instanceof TimeoutError;
    return new TaskStillRunning(TASKS.unfinished, { reason: why, isTimeout, task: task.id, age, state });
  }
}

/** Aborting a wait also aborts its poll. That failure adds nothing to the message; a reply of the platform does. */
function hasStatus(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined;
}
