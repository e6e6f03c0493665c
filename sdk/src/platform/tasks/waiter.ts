import type { Clock } from "../../util/clock";
import { NotTheApi } from "../http/error";
import { nextPoll, type PollInterval, slackOf } from "./delays";
import { Durations } from "./durations";
import { type Task, TaskFailed, TaskStillRunning } from "./task";
import { type ListTasks, TaskList } from "./task-list";
import { type Subscriber, WatchedTask } from "./watched-task";

export interface WaiterOptions {
  /** Reads one task; undefined if the platform answers 404. Settles soon after the signal aborts. */
  get(id: string, signal: AbortSignal): Promise<Task | undefined>;
  /** Absent if every task is polled alone. */
  list?: ListTasks;
  durations?: Durations;
  interval: PollInterval;
  clock: Clock;
}

export interface Wait {
  /** Ends the wait. The message of its reason begins the error. */
  signal: AbortSignal;
  /** When the signal aborts at the latest, in the time of the clock. */
  endsAt?: number;
  /** What the tasks do, if they have just begun. Tasks of one kind take about the same time. */
  kind?: string;
  /** Called with a status line after polls. */
  status(text: string): void;
}

/** If fewer tasks are pending, they are polled alone, but for the first poll of a task of an unknown kind. */
const MIN_LISTED = 2;
/** The list may lag. So many lists in a row may lack a task until the task is polled alone. */
const MAX_TIMES_UNLISTED = 2;
/** How many lists are polled for each task, before polls become rarer. */
const LISTS_PER_TASK = 0.5;
/** Tasks of others teach a duration if there are so many, and none shorter: times may be in whole seconds. */
const MIN_SHOWN = 3;
const MIN_SHOWN_MS = 4_000;
/** The polls of fewer pending tasks never become rarer: the run ends with them. */
const MIN_SPARSE = 3;
/** How long before its end a wait polls once more, as a share of the wait. */
const LAST_POLL_SHARE = 0.1;
/** The same for long waits. */
const LAST_POLL_MS = 2_000;

/**
 * Waits for the tasks of an account. Each task is due for a poll at a time that follows from its age, and from the time
 * that earlier tasks of its kind took. One timer waits for the first of them. If several tasks are pending, all are polled
 * with one request for the list of tasks. The list also shows how long such tasks took, if nothing is known of that.
 *
 * A failed poll is followed by another one. A wait ends when the task ends or when the wait's own signal aborts. Shortly
 * before that the task is polled once more, so that no finished task is reported as unfinished.
 */
export class TaskWaiter {
  private readonly watched = new Map<string, WatchedTask>();
  private readonly list: TaskList | undefined;
  private readonly durations: Durations;
  /** The lists that may be polled until polls become rarer. */
  private credit = 0;
  private timer: { due: number; end: AbortController } | undefined;
  /** The running poll of the list. */
  private listing: { end: AbortController; poll: Promise<void> } | undefined;

  constructor(private readonly options: WaiterOptions) {
    this.list = options.list && new TaskList(options.list, options.clock);
    this.durations = options.durations ?? new Durations();
  }

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
    const task = this.watched.get(id) ?? this.watch(id, wait.kind);
    return new Promise<Task>((resolve, reject) => {
      const unsubscribe = () => {
        task.subscribers.delete(subscriber);
        wait.signal.removeEventListener("abort", onAbort);
        if (task.subscribers.size === 0) this.unwatch(task, wait.signal.reason);
      };
      const onAbort = () => {
        const { listing } = this;
        unsubscribe();
        // Polls that end with the last subscriber may have got an error reply, which belongs into the message.
        const polls = [task.isOver && task.lastPoll, listing?.end.signal.aborted && listing.poll];
        void Promise.all(polls).then(() => reject(task.stillRunning(wait.signal.reason)));
      };
      const subscriber: Subscriber = {
        lastPollAt: this.lastPollAt(wait),
        status: (text) => wait.status(text),
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
      if (wait.signal.aborted) return onAbort();
      wait.signal.addEventListener("abort", onAbort);
      task.due = Math.min(task.due, subscriber.lastPollAt);
      this.startTimer();
    });
  }

  private lastPollAt({ endsAt = Number.POSITIVE_INFINITY }: Wait): number {
    return endsAt - Math.min((endsAt - this.options.clock.now()) * LAST_POLL_SHARE, LAST_POLL_MS);
  }

  private watch(id: string, kind: string | undefined): WatchedTask {
    const task = new WatchedTask(id, kind, this.options.clock);
    this.watched.set(id, task);
    this.credit = Math.min(this.credit + LISTS_PER_TASK, this.watched.size);
    this.schedule(task);
    return task;
  }

  private unwatch(task: WatchedTask, reason: unknown): void {
    this.watched.delete(task.id);
    task.end.abort(reason);
    if (this.watched.size > 0) return;
    this.listing?.end.abort(reason);
    this.startTimer();
  }

  private schedule(task: WatchedTask): void {
    const { clock, interval } = this.options;
    const { age } = task;
    const seen = this.durations.of(task.kind);
    const shortestOther = task.kind === undefined ? undefined : this.durations.shortest();
    const isSparse = this.credit < 0 && this.watched.size >= MIN_SPARSE;
    const expectation = { seen, shortestOther, isSparse };
    const pause = nextPoll(age, expectation, interval, clock);
    const due = clock.now() + pause;
    task.due = Math.min(due, ...task.lastPolls());
    task.dueWithOthers = due - slackOf(age + pause);
  }

  /** Starts the timer for the task that is due first. */
  private startTimer(): void {
    const due = this.listing ? Number.POSITIVE_INFINITY : this.firstDue();
    if (due === this.timer?.due) return;
    this.timer?.end.abort();
    this.timer = undefined;
    if (due === Number.POSITIVE_INFINITY) return;
    const { clock } = this.options;
    const end = new AbortController();
    this.timer = { due, end };
    const onDue = () => {
      this.timer = undefined;
      this.pollDue();
    };
    clock.sleep(Math.max(0, due - clock.now()), end.signal).then(onDue, () => {});
  }

  private firstDue(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { isPolled, due } of this.watched.values()) if (!isPolled && due < first) first = due;
    return first;
  }

  private pollDue(): void {
    const now = this.options.clock.now();
    const waiting = [...this.watched.values()].filter((task) => !task.isPolled);
    const due = waiting.filter((task) => task.due <= now);
    const isWorthwhile = waiting.length >= MIN_LISTED || due.some((task) => this.isUnknown(task));
    if (this.list?.isUsable && isWorthwhile && due.length > 0)
      this.pollTogether(waiting.filter((task) => task.due <= now || task.dueWithOthers <= now));
    else for (const task of due) void this.pollAlone(task);
    this.startTimer();
  }

  private async pollAlone(task: WatchedTask): Promise<void> {
    task.isPolled = true;
    task.lastPoll = this.get(task);
    await task.lastPoll;
    task.isPolled = false;
    if (task.isOver) return;
    this.schedule(task);
    this.startTimer();
  }

  private async get(task: WatchedTask): Promise<void> {
    try {
      const current = await this.options.get(task.id, task.end.signal);
      this.learn(task, current);
      task.onPolled(current);
    } catch (error) {
      task.onPollFailed(error);
      // Another server than the API never knows the task, so further polls would not help.
      if (error instanceof NotTheApi) task.rejectAll(error);
    }
  }

  private pollTogether(due: WatchedTask[]): void {
    const end = new AbortController();
    this.listing = { end, poll: this.pollList(new Set(due), end) };
  }

  /** Polls the list of tasks. The timer stands still until then, so lists do not overlap. */
  private async pollList(due: Set<WatchedTask>, end: AbortController): Promise<void> {
    const listed = await this.find(due, end);
    this.listing = undefined;
    this.credit = Math.max(this.credit - 1, -this.watched.size);
    if (listed) this.learnFromOthers(listed);
    for (const [id, current] of listed ?? []) this.onListed(id, current, due);
    for (const task of this.watched.values()) {
      if (task.isPolled) continue;
      if (listed?.has(task.id)) this.schedule(task);
      else if (due.has(task) && listed === undefined) void this.pollAlone(task);
      else if (due.has(task)) this.onUnlisted(task);
    }
    this.startTimer();
  }

  /** The tasks that the list has. Undefined if the list cannot be used. */
  private async find(
    due: Iterable<WatchedTask>,
    end: AbortController,
  ): Promise<Map<string, Task> | undefined> {
    try {
      return await this.list?.find(this.watched, end);
    } catch (error) {
      for (const task of due) task.onPollFailed(error);
      return undefined;
    }
  }

  private onListed(id: string, current: Task, due: ReadonlySet<WatchedTask>): void {
    const task = this.watched.get(id);
    if (task === undefined) return;
    this.learn(task, current);
    task.onListed(current, due.has(task));
  }

  /** Only a poll of the task alone can show that the platform does not know it. */
  private onUnlisted(task: WatchedTask): void {
    task.timesUnlisted += 1;
    if (task.timesUnlisted >= MAX_TIMES_UNLISTED) void this.pollAlone(task);
    else this.schedule(task);
  }

  private learn(task: WatchedTask, current: Task | undefined): void {
    if (task.kind !== undefined && current?.state === "FINISHED" && !task.isOver)
      this.durations.record(task.kind, task.durationOf(current));
  }

  /** Whether the first poll of the task should show how long such tasks have taken. */
  private isUnknown({ kind, isSeen }: WatchedTask): boolean {
    return kind !== undefined && !isSeen && this.durations.of(kind).length === 0;
  }

  /** The list also has the tasks of earlier runs and of others. Those of the same type took about as long. */
  private learnFromOthers(listed: ReadonlyMap<string, Task>): void {
    for (const { id, kind } of this.watched.values()) {
      const type = listed.get(id)?.type;
      if (kind === undefined || type === undefined || this.durations.of(kind).length > 0) continue;
      const others = [...listed.values()].filter(
        (task) => task.type === type && task.state === "FINISHED" && !this.watched.has(task.id),
      );
      const durations = others.flatMap(({ duration }) => duration ?? []).reverse();
      if (durations.length >= MIN_SHOWN && Math.min(...durations) >= MIN_SHOWN_MS)
        this.durations.record(kind, ...durations);
    }
  }
}
