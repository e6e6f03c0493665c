import { TASKS } from "../../errors/tasks";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { printableName } from "../../util/text";
import { PlatformError, summaryOf } from "../http/error";
import { REPLICATION_LAG_MS, type UsualTimes } from "./delays";
import { type Task, TaskFailed, TaskNotFound, TaskStillRunning, TimeoutError } from "./task";

/** Gets the states of the awaited tasks. It must not throw. */
export interface TaskObserver {
  /** A poll has shown another state, so many milliseconds after the wait began. `senders` wait for the task. */
  onTaskState(task: Task, ageMs: number, senders: object[]): void;
}

export interface Subscriber {
  /** The task is polled at this time, whatever its age. */
  lastPollAt: number;
  sender: object | undefined;
  onEnd(result: Task | Error): void;
  status(text: string): void;
}

/** One task that is awaited, and what its polls have returned. */
export class WatchedTask {
  /** When the task is polled next. */
  due = Number.POSITIVE_INFINITY;
  /** The running poll of this task alone. */
  poll: Promise<void> | undefined;
  /** Aborts when the task has no subscribers left. */
  readonly end = new AbortController();
  readonly subscribers = new Set<Subscriber>();
  private readonly startedAt: number;
  /** The task as a poll found it last. */
  current: Task | undefined;
  /** Why the last poll failed. */
  private failure: string | undefined;
  private notFoundSince: number | undefined;
  private lastReport: string | undefined;

  constructor(
    readonly id: string,
    readonly isNew: boolean,
    private readonly options: { clock: Clock; observer?: TaskObserver | undefined },
  ) {
    this.startedAt = options.clock.now();
  }

  get age(): number {
    return this.options.clock.now() - this.startedAt;
  }

  get isOver(): boolean {
    return this.end.signal.aborted;
  }

  /** The usual time of such tasks. A time that ends after all waits cannot be right, because operations have timeouts. */
  usualTime(usualTimes: UsualTimes): number | undefined {
    const usual = this.isNew ? usualTimes.of(this.current?.type) : undefined;
    const end = Math.max(...this.lastPolls());
    return usual !== undefined && this.startedAt + usual <= end ? usual : undefined;
  }

  lastPolls(): number[] {
    return [...this.subscribers].map(({ lastPollAt }) => lastPollAt);
  }

  /** Passes on the result of a poll. Undefined if the platform does not know the task. */
  onPolled(current: Task | undefined): void {
    this.failure = undefined;
    if (current === undefined) this.onNotFound();
    else this.onFound(current);
  }

  onPollFailed(error: unknown): void {
    if (this.isOver && !hasStatus(error)) return;
    this.failure = `last poll failed: ${summaryOf(error)}`;
    this.report(this.failure);
  }

  conclude(result: Task | Error): void {
    for (const subscriber of [...this.subscribers]) subscriber.onEnd(result);
  }

  stillRunning(reason: unknown): TaskStillRunning {
    const age = formatDuration(this.age);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [this.state, ...(this.failure ? [this.failure] : [])].join("; ");
    const isTimeout = reason instanceof TimeoutError;
    return new TaskStillRunning(TASKS.unfinished, { reason: why, isTimeout, task: this.id, age, state });
  }

  private get state(): string {
    return this.current?.state ?? "not seen yet";
  }

  private onFound(current: Task): void {
    this.notFoundSince = undefined;
    if (current.state !== this.current?.state) this.observe(current);
    this.current = current;
    this.report();
    if (current.state === "FINISHED") this.conclude(current);
    else if (current.state === "ERROR") this.conclude(new TaskFailed(current));
  }

  private onNotFound(): void {
    const now = this.options.clock.now();
    this.notFoundSince ??= now;
    if (now - this.notFoundSince < REPLICATION_LAG_MS) this.report("not known to the platform yet");
    else this.conclude(new TaskNotFound(TASKS.unknown, { task: this.id, state: this.state }));
  }

  private observe(task: Task): void {
    const { observer } = this.options;
    observer?.onTaskState(
      task,
      this.age,
      [...this.subscribers].flatMap(({ sender }) => sender ?? []),
    );
  }

  /** Begins with the state, because a terminal cuts off the end of a long line. */
  private report(remark?: string): void {
    const age = Math.round(this.age / 1000);
    const text = `${printableName(this.state)} ${age}s, task ${printableName(this.id)}${remark ? ` (${remark})` : ""}`;
    if (text !== this.lastReport) for (const subscriber of this.subscribers) subscriber.status(text);
    this.lastReport = text;
  }
}

/** Aborting a wait also aborts its poll. That failure adds nothing to the message; a reply of the platform does. */
function hasStatus(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined;
}
