import { TASKS } from "../../errors/tasks";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { printableName } from "../../util/text";
import { PlatformError, summaryOf } from "../http/error";
import { REPLICATION_LAG_MS } from "./delays";
import { type Task, TaskFailed, TaskNotFound, TaskStillRunning, TimeoutError } from "./task";

export interface Subscriber {
  /** The task is polled at this time, whatever its age. */
  lastPollAt: number;
  resolve(task: Task): void;
  reject(error: Error): void;
  status(text: string): void;
}

/** If the first poll finds a task finished, the task took about this share of the time until then. */
const UNSEEN_SHARE = 0.8;

/** One task that is awaited, and what its polls have returned. */
export class WatchedTask {
  /** When the task is polled next, and from when on it is polled together with tasks that are due. */
  due = 0;
  dueWithOthers = 0;
  /** How many lists in a row did not have the task. */
  timesUnlisted = 0;
  /** A poll of this task alone is running. */
  isPolled = false;
  /** The running poll of this task alone, or the last one. */
  lastPoll: Promise<void> = Promise.resolve();
  /** Aborts when the task has no subscribers left. */
  readonly end = new AbortController();
  readonly subscribers = new Set<Subscriber>();
  private readonly startedAt: number;
  /** The last state that a poll has found. */
  private state: string | undefined;
  /** The task's age when a poll last found it unfinished. */
  private unfinishedAge: number | undefined;
  /** Why the last poll failed. */
  private failure: string | undefined;
  private notFoundSince: number | undefined;

  constructor(
    readonly id: string,
    readonly kind: string | undefined,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.now();
  }

  get age(): number {
    return this.clock.now() - this.startedAt;
  }

  /** Whether a poll has found the task. */
  get isSeen(): boolean {
    return this.state !== undefined;
  }

  get isOver(): boolean {
    return this.end.signal.aborted;
  }

  /** The last polls of its subscribers that are still to come. */
  lastPolls(): number[] {
    const now = this.clock.now();
    return [...this.subscribers].map(({ lastPollAt }) => lastPollAt).filter((at) => at > now);
  }

  /** Passes on the result of a poll of this task alone. Undefined if the platform does not know the task. */
  onPolled(current: Task | undefined): void {
    this.failure = undefined;
    if (current === undefined) this.onNotFound();
    else this.onState(current, true);
  }

  /** Passes on the task from the list. A list that was polled for other tasks is reported only if it has news. */
  onListed(current: Task, isDue: boolean): void {
    this.failure = undefined;
    this.timesUnlisted = 0;
    this.onState(current, isDue || current.state !== this.state);
  }

  onPollFailed(error: unknown): void {
    if (this.isOver && !hasStatus(error)) return;
    this.failure = `last poll failed: ${summaryOf(error)}`;
    this.report(this.failure);
  }

  rejectAll(error: Error): void {
    for (const subscriber of [...this.subscribers]) subscriber.reject(error);
  }

  /** About how long the finished task took. */
  durationOf(finished: Task): number {
    const { age, unfinishedAge } = this;
    // The times of the platform may be in whole seconds, or those of an attempt before.
    const earliest = unfinishedAge ?? 0;
    const seen = unfinishedAge === undefined ? age * UNSEEN_SHARE : (unfinishedAge + age) / 2;
    return Math.min(Math.max(finished.duration ?? seen, earliest), age);
  }

  stillRunning(reason: unknown): TaskStillRunning {
    const age = formatDuration(this.age);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [this.lastState, ...(this.failure ? [this.failure] : [])].join("; ");
    const isTimeout = reason instanceof TimeoutError;
    return new TaskStillRunning(TASKS.unfinished, { reason: why, isTimeout, task: this.id, age, state });
  }

  private get lastState(): string {
    return this.state ?? "not seen yet";
  }

  private onState(current: Task, isReported: boolean): void {
    this.notFoundSince = undefined;
    this.state = current.state;
    if (isReported) this.report();
    if (current.state === "FINISHED")
      for (const subscriber of [...this.subscribers]) subscriber.resolve(current);
    else if (current.state === "ERROR") this.rejectAll(new TaskFailed(current));
    else this.unfinishedAge = this.age;
  }

  private onNotFound(): void {
    const now = this.clock.now();
    this.notFoundSince ??= now;
    if (now - this.notFoundSince < REPLICATION_LAG_MS) this.report("not known to the platform yet");
    else this.rejectAll(new TaskNotFound(TASKS.unknown, { task: this.id, state: this.lastState }));
  }

  /** Begins with the state, because a terminal cuts off the end of a long line. */
  private report(remark?: string): void {
    const age = Math.round(this.age / 1000);
    const text = `${printableName(this.lastState)} ${age}s, task ${printableName(this.id)}${remark ? ` (${remark})` : ""}`;
    for (const subscriber of this.subscribers) subscriber.status(text);
  }
}

/** Aborting a wait also aborts its poll. That failure adds nothing to the message; a reply of the platform does. */
function hasStatus(error: unknown): boolean {
  return error instanceof PlatformError && error.status !== undefined;
}
