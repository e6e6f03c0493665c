import { TASKS } from "../errors/tasks";
import { NotTheApi, PlatformError } from "../http/error";
import type { Clock } from "../util/clock";
import { formatDuration } from "../util/duration";
import { printableName } from "../util/text";
import { nextDelay, type PollInterval } from "./delays";
import { type Task, TaskFailed, TaskNotFound, TaskStillRunning } from "./task";

export interface WaiterOptions {
  /** Looks at one task; undefined when the platform does not know it. Settles soon after the signal aborts. */
  get(id: string, signal: AbortSignal): Promise<Task | undefined>;
  interval: PollInterval;
  clock: Clock;
}

export interface Wait {
  /** Ends the wait; its reason says why, and is the start of the error's text. */
  signal: AbortSignal;
  /** Hears how it stands after every look. */
  status(text: string): void;
}

/** A task may be unknown for so long after it was named: the platform's replicas lag. */
const REPLICATION_LAG_MS = 30_000;

interface WatchedTask {
  id: string;
  startedAt: number;
  /** Aborts when nobody waits for the task any more. */
  end: AbortController;
  /** The look that is under way, or the last one. */
  lastPoll: Promise<void>;
  lastState: string;
  /** Why the last look told nothing. */
  failure?: string;
  notFoundSince?: number;
  subscribers: Set<Subscriber>;
}

interface Subscriber extends Wait {
  resolve(task: Task): void;
  reject(error: Error): void;
}

/**
 * Waits for the tasks of a process, each on a timer of its own: the cost of a look does not depend on the number of
 * tasks. A task that several wait for is looked at once for all of them; a look that fails is followed by another;
 * every wait ends by the task's end or by its own signal.
 */
export class TaskWaiter {
  private readonly watched = new Map<string, WatchedTask>();

  constructor(private readonly options: WaiterOptions) {}

  /** Resolves when all of the tasks have finished, at once when there are none. */
  async wait(ids: string[], wait: Wait): Promise<Task[]> {
    // All are awaited even if one fails: the others still change the platform.
    const ends = await Promise.allSettled([...new Set(ids)].map((id) => this.waitForOne(id, wait)));
    const finished = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    const errors = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : []));
    // One that goes on is told before one that failed: there is still something to wait for.
    const worst = errors.find((error) => error instanceof TaskStillRunning) ?? errors[0];
    if (worst === undefined) return finished;
    throw worst instanceof TaskFailed ? new TaskFailed(worst.task, finished) : worst;
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
        // The look that ends with the last wait may know how the platform refused it until then.
        const ended = task.end.signal.aborted ? task.lastPoll : Promise.resolve();
        void ended.then(() => reject(this.stillRunning(task, wait.signal.reason)));
      };
      const subscriber: Subscriber = {
        ...wait,
        resolve: (ended) => {
          unsubscribe();
          resolve(ended);
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

  /** Looks at the task again and again, until nobody waits for it any more. */
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
      // A server that is not the API never knows the task.
      if (error instanceof NotTheApi) for (const wait of [...task.subscribers]) wait.reject(error);
    }
  }

  private onTaskState(task: WatchedTask, seen: Task | undefined): void {
    delete task.failure;
    if (seen === undefined) {
      this.onTaskNotFound(task);
      return;
    }
    delete task.notFoundSince;
    task.lastState = seen.state;
    this.report(task);
    if (seen.state === "FINISHED") for (const wait of [...task.subscribers]) wait.resolve(seen);
    else if (seen.state === "ERROR")
      for (const wait of [...task.subscribers]) wait.reject(new TaskFailed(seen));
  }

  private onTaskNotFound(task: WatchedTask): void {
    const now = this.options.clock.now();
    task.notFoundSince ??= now;
    if (now - task.notFoundSince < REPLICATION_LAG_MS) this.report(task, "not known to the platform yet");
    else for (const wait of [...task.subscribers]) wait.reject(new TaskNotFound(task.id, task.lastState));
  }

  /** The state comes first: a terminal cuts the end of the line off. */
  private report(task: WatchedTask, remark?: string): void {
    const age = Math.round((this.options.clock.now() - task.startedAt) / 1000);
    const text = `${printableName(task.lastState)} ${age}s, task ${printableName(task.id)}${remark ? ` (${remark})` : ""}`;
    for (const wait of task.subscribers) wait.status(text);
  }

  private stillRunning(task: WatchedTask, reason: unknown): TaskStillRunning {
    const age = formatDuration(this.options.clock.now() - task.startedAt);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [task.lastState, ...(task.failure ? [task.failure] : [])].join("; ");
    return new TaskStillRunning(
      task.id,
      task.lastState,
      TASKS.unfinished.message({ reason: why, task: task.id, age, state }),
      { cause: reason },
    );
  }
}

/** An end of the wait also ends the look at that moment, which is no news; an answer of the platform is. */
function hasStatus(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] as string;
}
