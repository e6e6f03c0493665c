import type { TaskObserver } from "../../log/log";
import { type Clock, OVER } from "../../util/clock";
import type { OnWait } from "../http/call";
import { NotTheApi } from "../http/error";
import { nextPause, UsualTimes } from "./delays";
import { type Task, TaskFailed, TaskStillRunning } from "./task";
import { TaskList } from "./task-list";
import { lastPollOf, type Wait, WatchedTask } from "./watched-task";

export interface WaiterOptions {
  /** Reads one task; undefined if the platform answers 404. Settles soon after the signal aborts. */
  get(id: string, signal: AbortSignal, onWait: OnWait): Promise<Task | undefined>;
  /** Lists so many tasks of the account, newest first; undefined if the deployment does not have the operation. */
  list(limit: number, signal: AbortSignal, onWait: OnWait): Promise<Task[] | undefined>;
  clock: Clock;
  observer?: TaskObserver | undefined;
}

/**
 * Waits for the tasks of an account. Each task is due for a poll at a time that `nextPause` computes, and one timer waits
 * for the task that is due first. Two or more pending tasks are polled with one request for the list of tasks. So is one
 * new task at first: the list shows its type, and how long others of the type took.
 *
 * A failed poll is followed by another one. A wait ends when the task ends or when the wait's own signal aborts. Shortly
 * before that the task is polled once more, so that no finished task is reported as unfinished.
 */
export class TaskWaiter {
  private readonly watched = new Map<string, WatchedTask>();
  private readonly begun = new Set<string>();
  private readonly list: TaskList;
  private readonly usualTimes = new UsualTimes();
  private timer: { due: number; end: AbortController } | undefined;
  /** The running poll of the list. */
  private listing: { end: AbortController; poll: Promise<void> } | undefined;

  constructor(private readonly options: WaiterOptions) {
    const { list, clock } = options;
    // What a poll of the list waits for is shown beside all tasks.
    const onWait: OnWait = (text) => this.watched.forEach((task) => void task.onWait(text));
    this.list = new TaskList((limit, signal) => list(limit, signal, onWait), clock);
  }

  /** Whether an operation of this process has begun the task. */
  isOwn(id: string): boolean {
    return this.begun.has(id);
  }

  /** Resolves when all tasks have finished. */
  async wait(ids: string[], wait: Wait): Promise<Task[]> {
    // Waits for all tasks even if one fails, because the others still change the object.
    const results = await Promise.all([...new Set(ids)].map((id) => this.waitForOne(id, wait)));
    const finished = results.flatMap((result) => (result instanceof Error ? [] : [result]));
    const errors = results.filter((result) => result instanceof Error);
    // A running task takes precedence over a failed one, because the next run has to wait for it.
    const error = errors.find((each) => each instanceof TaskStillRunning) ?? errors[0];
    if (error === undefined) return finished;
    throw error instanceof TaskFailed ? new TaskFailed(error.task, finished) : error;
  }

  /** Resolves with the finished task, or with the reason why the wait has no such result. */
  private waitForOne(id: string, wait: Wait): Promise<Task | Error> {
    const known = this.watched.get(id);
    const task = known ?? new WatchedTask(id, wait.begunBy, this.options);
    this.watched.set(id, task);
    if (wait.begunBy) this.begun.add(id);
    return new Promise((resolve) => {
      const unsubscribe = () => {
        task.subscribers.delete(subscriber);
        wait.signal.removeEventListener("abort", onAbort);
        if (task.subscribers.size === 0) this.unwatch(task, wait.signal.reason);
      };
      const onAbort = () => {
        const { listing } = this;
        unsubscribe();
        // Polls that end with the last subscriber may have got an error reply, which belongs into the message.
        const polls = [task.isOver && task.poll, listing?.end.signal.aborted && listing.poll];
        void Promise.all(polls).then(() => resolve(task.stillRunning(wait.signal.reason)));
      };
      const onEnd = (result: Task | Error) => {
        unsubscribe();
        resolve(result);
      };
      const subscriber = { ...wait, onEnd };
      task.subscribers.add(subscriber);
      if (!known) this.schedule(task);
      task.report([subscriber]);
      if (wait.signal.aborted) return onAbort();
      wait.signal.addEventListener("abort", onAbort);
      task.due = Math.min(task.due, lastPollOf(wait));
      this.startTimer();
    });
  }

  private unwatch(task: WatchedTask, reason: unknown): void {
    this.watched.delete(task.id);
    task.end.abort(reason);
    if (this.watched.size > 0) return;
    this.listing?.end.abort(reason);
    this.startTimer();
  }

  private schedule(task: WatchedTask): void {
    const { clock } = this.options;
    const now = clock.now();
    const pause = nextPause(task.age, task.usualTime(this.usualTimes), clock);
    task.due = Math.min(now + pause, ...task.lastPolls().filter((at) => at > now));
  }

  /** Starts the timer for the task that is due first. During a poll of the list it stands still, so lists do not overlap. */
  private startTimer(): void {
    let due = Number.POSITIVE_INFINITY;
    if (!this.listing)
      for (const task of this.watched.values()) if (!task.poll && task.due < due) due = task.due;
    if (due === this.timer?.due) return;
    this.timer?.end.abort(OVER);
    this.timer = undefined;
    if (due === Number.POSITIVE_INFINITY) return;
    const { clock } = this.options;
    const end = new AbortController();
    this.timer = { due, end };
    const onDue = () => this.pollDue();
    clock.sleep(Math.max(0, due - clock.now()), end.signal).then(onDue, () => {});
  }

  private pollDue(): void {
    this.timer = undefined;
    const now = this.options.clock.now();
    const pending = [...this.watched.values()].filter((task) => !task.poll);
    const due = pending.filter((task) => task.due <= now);
    const isWorthwhile = pending.length > 1 || due.some((task) => task.begunBy && !task.current);
    if (due.length > 0 && isWorthwhile && this.list.isUsable) {
      const end = new AbortController();
      this.listing = { end, poll: this.pollList(due, end.signal) };
    } else for (const task of due) void this.pollAlone(task);
    this.startTimer();
  }

  private async pollAlone(task: WatchedTask): Promise<void> {
    task.poll = this.get(task);
    await task.poll;
    task.poll = undefined;
    if (task.isOver) return;
    this.schedule(task);
    this.startTimer();
  }

  private async get(task: WatchedTask): Promise<void> {
    try {
      const current = await this.options.get(task.id, task.end.signal, task.onWait);
      if (current) this.usualTimes.record(current);
      this.onPolled(task, current);
    } catch (error) {
      task.onPollFailed(error);
      // Another server than the API never knows the task, so further polls would not help.
      if (error instanceof NotTheApi) task.conclude(error);
    }
  }

  private onPolled(task: WatchedTask | undefined, current: Task | undefined): void {
    if (task?.begunBy && current?.type) this.usualTimes.name(task.begunBy, current.type);
    task?.onPolled(current);
  }

  /** A due task that the list lacks is polled alone: only that can show that the platform does not know it. */
  private async pollList(due: WatchedTask[], signal: AbortSignal): Promise<void> {
    const tasks = await this.list.read([...this.watched.keys()], signal).catch((error: unknown) => {
      for (const task of due) task.onPollFailed(error);
      return [];
    });
    this.listing = undefined;
    for (const current of tasks.toReversed()) this.usualTimes.record(current);
    for (const current of tasks) this.onPolled(this.watched.get(current.id), current);
    const listed = new Set(tasks.map(({ id }) => id));
    for (const task of this.watched.values()) {
      if (task.poll) continue;
      if (listed.has(task.id)) this.schedule(task);
      else if (due.includes(task)) void this.pollAlone(task);
    }
    this.startTimer();
  }
}
