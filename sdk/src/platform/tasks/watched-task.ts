import { TASKS } from "../../errors/tasks";
import type { TaskObserver } from "../../log/log";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { printableName } from "../../util/text";
import type { OnWait } from "../http/call";
import { PlatformError, summaryOf } from "../http/error";
import { REPLICATION_LAG_MS, type UsualTimes } from "./delays";
import { earlyEndOf, type Task, TaskFailed, TaskNotFound, TaskStillRunning } from "./task";

export interface Wait {
  /** Ends the wait. The message of its reason begins the error. */
  signal: AbortSignal;
  /** When the signal aborts at the latest, in the time of the clock. */
  endsAt?: number;
  /** The operation of the API that has just begun the tasks. The age of others is unknown, so their usual time says nothing about their end. */
  begunBy?: string | undefined;
  /** Who waits: only the observer knows what it is. */
  sender?: object | undefined;
  /** Shows the state of a task. */
  status(text: string): void;
  /** Shows what a poll waits for. */
  onWait?: OnWait;
}

interface Subscriber extends Wait {
  onEnd(result: Task | Error): void;
}

/** How long before its end a wait polls once more, whatever the age of the task. */
const LAST_POLL_MS = 2_000;

/** A task may fail at once, so its first poll does not wait for the end of a long one. */
const MAX_UNSEEN_MS = 2_000;

export function lastPollOf({ endsAt = Number.POSITIVE_INFINITY }: Wait): number {
  return endsAt - LAST_POLL_MS;
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
  /** What was wrong with the last poll. */
  private failure: string | undefined;
  private notFoundSince: number | undefined;

  constructor(
    readonly id: string,
    readonly begunBy: string | undefined,
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
    if (this.begunBy === undefined) return undefined;
    const usual = usualTimes.of(this.current?.type, this.failure ? undefined : this.begunBy);
    const end = Math.max(...this.lastPolls());
    if (usual === undefined || this.startedAt + usual > end) return undefined;
    return this.current ? usual : Math.min(usual, MAX_UNSEEN_MS);
  }

  lastPolls(): number[] {
    return [...this.subscribers].map(lastPollOf);
  }

  /** Shows what a poll of this task waits for. */
  readonly onWait: OnWait = (text) => {
    for (const subscriber of this.subscribers) subscriber.onWait?.(text);
  };

  /** Passes on the result of a poll. Undefined if the platform does not know the task. */
  onPolled(current: Task | undefined): void {
    this.failure = undefined;
    if (current === undefined) {
      this.onNotFound();
      return;
    }
    this.notFoundSince = undefined;
    if (current.state !== this.current?.state) {
      const senders = [...this.subscribers].flatMap(({ sender }) => sender ?? []);
      this.options.observer?.onTaskState(current, this.age, senders);
    }
    this.current = current;
    this.report();
    if (current.state === "FINISHED") this.conclude(current);
    else if (current.state === "ERROR") this.conclude(new TaskFailed(current));
  }

  onPollFailed(error: unknown): void {
    // Aborting a wait also aborts its poll. That failure adds nothing to the message; a reply of the platform does.
    if (this.isOver && !(error instanceof PlatformError && error.status !== undefined)) return;
    // Without a reply, nothing shows that the task is still unknown.
    this.notFoundSince = undefined;
    this.failure = `last poll failed: ${summaryOf(error)}`;
    this.report();
  }

  conclude(result: Task | Error): void {
    for (const subscriber of [...this.subscribers]) subscriber.onEnd(result);
  }

  stillRunning(reason: unknown): TaskStillRunning {
    const age = formatDuration(this.age);
    const why = reason instanceof Error ? reason.message : "the wait was ended";
    const state = [this.state, ...(this.failure ? [this.failure] : [])].join("; ");
    const end = earlyEndOf(reason);
    return new TaskStillRunning(TASKS.unfinished, { reason: why, end, task: this.id, age, state });
  }

  private get state(): string {
    return this.current?.state ?? "not seen yet";
  }

  private onNotFound(): void {
    const now = this.options.clock.now();
    this.notFoundSince ??= now;
    this.failure = "not known to the platform yet";
    if (now - this.notFoundSince < REPLICATION_LAG_MS) this.report();
    else this.conclude(new TaskNotFound(TASKS.unknown, { task: this.id, state: this.state }));
  }

  /**
   * Begins with the state, because a terminal cuts off the end of a long line. Has no age: it would stand still between two
   * polls, and Pulumi shows one that does not.
   */
  report(subscribers: Iterable<Subscriber> = this.subscribers): void {
    const text = `${printableName(this.current?.state ?? "accepted")}, task ${printableName(this.id)}`;
    for (const { status } of subscribers) status(this.failure ? `${text} (${this.failure})` : text);
  }
}
