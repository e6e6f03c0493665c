import { TASKS } from "../errors/tasks";
import { NotTheApi, PlatformError } from "../http/error";
import type { Clock } from "../util/clock";
import { formatDuration } from "../util/duration";
import { shortened } from "../util/text";
import { type Delays, nextDelay } from "./delays";
import { type Task, TaskFailed, TaskUnfinished, TaskUnknown } from "./task";

export interface WaiterOptions {
  /** Looks at one task; undefined when the platform does not know it. Settles soon after the signal aborts. */
  look(id: string, signal: AbortSignal): Promise<Task | undefined>;
  delays: Delays;
  clock: Clock;
}

export interface Wait {
  /** Ends the wait; its reason says why, and is the start of the error's text. */
  signal: AbortSignal;
  /** Hears how it stands after every look. */
  status(text: string): void;
}

/** A task may be unknown for so long after it was named: the platform's replicas lag. */
const UNKNOWN_TOLERATED = 30_000;

interface Pending {
  id: string;
  since: number;
  /** Aborts when nobody waits for the task any more. */
  end: AbortController;
  /** The look that is under way, or the last one. */
  look: Promise<void>;
  lastState: string;
  /** Why the last look told nothing. */
  failure?: string;
  unknownSince?: number;
  waits: Set<Settle>;
}

interface Settle extends Wait {
  resolve(task: Task): void;
  reject(error: Error): void;
}

/**
 * Waits for the tasks of a process, each on a timer of its own: the cost of a look does not depend on the number of
 * tasks. A task that several wait for is looked at once for all of them; a look that fails is followed by another;
 * every wait ends by the task's end or by its own signal.
 */
export class TaskWaiter {
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly options: WaiterOptions) {}

  /** Resolves when all of the tasks have finished, at once when there are none. */
  async wait(ids: string[], wait: Wait): Promise<Task[]> {
    // All are awaited even if one fails: the others still change the platform.
    const ends = await Promise.allSettled([...new Set(ids)].map((id) => this.waitForOne(id, wait)));
    const finished = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    const errors = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : []));
    // One that goes on is told before one that failed: there is still something to wait for.
    const worst = errors.find((error) => error instanceof TaskUnfinished) ?? errors[0];
    if (worst === undefined) return finished;
    throw worst instanceof TaskFailed ? new TaskFailed(worst.task, finished) : worst;
  }

  private waitForOne(id: string, wait: Wait): Promise<Task> {
    const task = this.pending.get(id) ?? this.add(id);
    return new Promise<Task>((resolve, reject) => {
      const leave = () => {
        task.waits.delete(settle);
        wait.signal.removeEventListener("abort", giveUp);
        if (task.waits.size > 0) return;
        this.pending.delete(id);
        task.end.abort(wait.signal.reason);
      };
      const giveUp = () => {
        leave();
        // The look that ends with the last wait may know how the platform refused it until then.
        const ended = task.end.signal.aborted ? task.look : Promise.resolve();
        void ended.then(() => reject(this.unfinished(task, wait.signal.reason)));
      };
      const settle: Settle = {
        ...wait,
        resolve: (ended) => {
          leave();
          resolve(ended);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      task.waits.add(settle);
      if (wait.signal.aborted) giveUp();
      else wait.signal.addEventListener("abort", giveUp);
    });
  }

  private add(id: string): Pending {
    const task: Pending = {
      id,
      since: this.options.clock.now(),
      end: new AbortController(),
      look: Promise.resolve(),
      lastState: "not seen yet",
      waits: new Set(),
    };
    this.pending.set(id, task);
    void this.follow(task);
    return task;
  }

  /** Looks at the task again and again, until nobody waits for it any more. */
  private async follow(task: Pending): Promise<void> {
    const { clock, delays } = this.options;
    const { signal } = task.end;
    while (!signal.aborted) {
      await clock.sleep(nextDelay(clock.now() - task.since, delays, clock), signal).catch(() => {});
      if (signal.aborted) return;
      task.look = this.look(task);
      await task.look;
    }
  }

  private async look(task: Pending): Promise<void> {
    try {
      this.heed(task, await this.options.look(task.id, task.end.signal));
    } catch (error) {
      if (task.end.signal.aborted && !wasAnswered(error)) return;
      task.failure = `last look failed: ${firstLine(error)}`;
      this.report(task, task.failure);
      // A server that is not the API never knows the task.
      if (error instanceof NotTheApi) for (const wait of [...task.waits]) wait.reject(error);
    }
  }

  private heed(task: Pending, seen: Task | undefined): void {
    delete task.failure;
    if (seen === undefined) {
      this.heedUnknown(task);
      return;
    }
    delete task.unknownSince;
    task.lastState = seen.state;
    this.report(task);
    if (seen.state === "FINISHED") for (const wait of [...task.waits]) wait.resolve(seen);
    else if (seen.state === "ERROR") for (const wait of [...task.waits]) wait.reject(new TaskFailed(seen));
  }

  private heedUnknown(task: Pending): void {
    const now = this.options.clock.now();
    task.unknownSince ??= now;
    if (now - task.unknownSince < UNKNOWN_TOLERATED) this.report(task, "not known to the platform yet");
    else for (const wait of [...task.waits]) wait.reject(new TaskUnknown(task.id, task.lastState));
  }

  /** The state comes first: a terminal cuts the end of the line off. */
  private report(task: Pending, remark?: string): void {
    const age = Math.round((this.options.clock.now() - task.since) / 1000);
    const text = `${shortened(task.lastState)} ${age}s, task ${shortened(task.id)}${remark ? ` (${remark})` : ""}`;
    for (const wait of task.waits) wait.status(text);
  }

  private unfinished(task: Pending, reason: unknown): TaskUnfinished {
    const age = formatDuration(this.options.clock.now() - task.since);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [task.lastState, ...(task.failure ? [task.failure] : [])].join("; ");
    return new TaskUnfinished(
      task.id,
      task.lastState,
      TASKS.unfinished.says({ reason: why, task: task.id, age, state }),
      { cause: reason },
    );
  }
}

/** An end of the wait also ends the look at that moment, which is no news; an answer of the platform is. */
function wasAnswered(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] as string;
}
