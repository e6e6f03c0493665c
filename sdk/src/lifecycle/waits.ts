import { TASKS } from "../errors/tasks";
import type { OperationLog, OperationWait } from "../log/log";
import { type Api, apiOf, type Reader } from "../platform/api/api";
import type { OnWait, Send } from "../platform/http/call";
import { NotTheApi, PlatformError } from "../platform/http/error";
import type { Platform } from "../platform/platform";
import { CONFIRMATION_PAUSE_MS, nextPause, REPLICATION_LAG_MS } from "../platform/tasks/delays";
import { earlyEndOf, type Task, TaskFailed, TaskStillRunning, TimeoutError } from "../platform/tasks/task";
import { type Clock, OVER } from "../util/clock";
import { formatDuration } from "../util/duration";

/** The line beside a resource. */
export interface Row {
  showStep(step: string): void;
  /** What a poll shows, in place of the step. Without a text: the polls have ended. */
  showPoll(text?: string): void;
  /** What a request waits for. Without a text: nothing any more. */
  showWait(text?: string): void;
  close(): void;
}

export interface WaitsOptions {
  platform: Platform;
  clock: Clock;
  /** In milliseconds. */
  timeout: number;
  row: Row;
  log: OperationLog | undefined;
}

/** How long after the timeout the operation may search for an object that an unanswered request created. */
const GRACE_MS = 8_000;

/** Node fires timers with a longer time at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The requests and the waits of one operation: its deadline and Ctrl-C reach each of them. */
export class Waits {
  readonly api: Api;
  readonly reader: Reader;
  /** Its requests may take some seconds longer than the operation, to find an object that an unanswered request created. */
  readonly graceReader: Reader;
  private readonly endsAt: number;
  private readonly end = new AbortController();
  private readonly graceEnd = new AbortController();
  private readonly timers = new AbortController();
  /** The last request that changes something: it has begun the tasks that are awaited next. */
  private lastChange: string | undefined;

  constructor(private readonly options: WaitsOptions) {
    const { clock, timeout } = options;
    this.api = this.apiUntil(this.end.signal);
    this.reader = this.api;
    this.graceReader = this.apiUntil(this.graceEnd.signal);
    this.endsAt = clock.now() + timeout;
    const stop = () => this.stop(new TimeoutError(`the timeout of ${formatDuration(timeout)} has passed`));
    this.after(Math.min(timeout, LONGEST_TIMER_MS), stop);
  }

  /** Aborts all waits. The reason begins their error messages. */
  stop(reason: Error): void {
    if (this.isOver) return;
    this.end.abort(reason);
    this.after(GRACE_MS, () => this.graceEnd.abort(reason));
  }

  /** Clears the timers after the end of the operation. */
  close(): void {
    this.timers.abort(OVER);
    this.options.row.close();
  }

  show(step: string | undefined): void {
    if (step) this.options.row.showStep(step);
  }

  /** Waits for tasks of this operation. `isNew`: this run has begun them. */
  async awaitTasks(tasks: string[], isNew: boolean): Promise<Task[]> {
    try {
      return await this.wait(tasks, isNew);
    } catch (error) {
      if (!isNew || !(error instanceof TaskFailed)) throw error;
      throw new TaskFailed(error.task, error.finished, this.lastChange);
    }
  }

  /** Waits for a task of another operation, also if the task fails. `isContinued`: an earlier attempt of this one began it. */
  async awaitForeignTask(task: string, isContinued?: true): Promise<void> {
    try {
      await this.wait([task], false, isContinued ? "" : "waiting for another change: ");
    } catch (error) {
      if (error instanceof TaskStillRunning) throw error;
    }
    this.options.row.showPoll();
  }

  /** Whether an operation of this process has begun the task, and waits for it. */
  isOwn(task: string): boolean {
    return this.options.platform.waiter.isOwn(task);
  }

  /** Runs work with the same key one after the other. */
  async locked<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.measured("lockMs", this.options.platform.lock(key, this.end.signal));
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Polls until there is a value, or until the platform's replicas no longer lag, or the operation ends: then undefined. A
   * failed poll does not end the polling.
   */
  async pollReplicas<T>(get: () => Promise<T | undefined>): Promise<T | undefined> {
    const { clock } = this.options;
    const end = clock.now() + REPLICATION_LAG_MS;
    const getOnce = async () => {
      const isLast = clock.now() >= end;
      const found = await get().catch((error: unknown) => {
        if (!isLast || !(error instanceof PlatformError)) throw error;
        return undefined;
      });
      return found !== undefined || isLast ? { found } : undefined;
    };
    try {
      return (await this.pollUntilFound(getOnce)).found;
    } catch (error) {
      if (!this.isOver) throw error;
      return undefined;
    }
  }

  /** Waits before a request is sent again whose answer may have been that of a moment. */
  async pause(ms = CONFIRMATION_PAUSE_MS): Promise<void> {
    await this.measured("pollMs", this.options.clock.sleep(ms, this.end.signal)).catch((reason: Error) => {
      throw TASKS.paused.error({ reason: reason.message, end: earlyEndOf(reason) });
    });
  }

  /** Reads until the platform's replicas no longer lag, or until the result is as expected. Returns the last result. */
  async readUntil<T>(read: () => Promise<T>, isExpected: (seen: T) => boolean): Promise<T> {
    let seen = await read();
    if (isExpected(seen)) return seen;
    await this.pollReplicas(async () => {
      seen = await read();
      return isExpected(seen) || undefined;
    });
    return seen;
  }

  /** The platform's present time. */
  get platformTime(): number | undefined {
    return this.options.platform.now();
  }

  /** How long a request may be under way once it is sent. */
  get requestTimeout(): number {
    return this.options.platform.configuration.requestTimeout;
  }

  /** Polls until a person has decided. The error at the end of the operation says what was not decided. */
  async pollDecision<T>(get: () => Promise<T | undefined>, what: string): Promise<T> {
    const { clock } = this.options;
    const since = clock.now();
    let failure: string | undefined;
    const getOnce = () => {
      failure = undefined;
      return get();
    };
    const onFailure = (text: string) => {
      failure = text;
    };
    return this.pollUntilFound(getOnce, onFailure).catch((error: Error) => {
      if (!this.isOver) throw error;
      const age = formatDuration(clock.now() - since);
      const { reason } = this.end.signal;
      const end = earlyEndOf(reason);
      throw TASKS.undecided.error({ reason: reason.message, end, what, age, failure });
    });
  }

  /** A failed request does not end the polling, but a server that is not the API does. */
  private async pollUntilFound<T>(
    get: () => Promise<T | undefined>,
    onFailure: (text: string) => void = () => {},
  ): Promise<T> {
    const { clock, row } = this.options;
    const startedAt = clock.now();
    for (;;) {
      const result = await get().catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error instanceof NotTheApi) throw error;
        onFailure(`last poll failed: ${error.summary}`);
        row.showPoll(`last poll failed: ${error.summary}`);
        return undefined;
      });
      if (result !== undefined) return result;
      const pause = nextPause(clock.now() - startedAt, undefined, clock);
      await this.measured("pollMs", clock.sleep(pause, this.end.signal));
    }
  }

  private wait(tasks: string[], isNew: boolean, remark = ""): Promise<Task[]> {
    const status = (text: string) => this.options.row.showPoll(remark + text);
    const { endsAt, onWait } = this;
    const wait = { signal: this.end.signal, endsAt, isNew, sender: this.options.log, status, onWait };
    return this.measured("taskMs", this.options.platform.waiter.wait(tasks, wait));
  }

  private measured<T>(wait: OperationWait, end: Promise<T>): Promise<T> {
    return this.options.log ? this.options.log.whileWaiting(wait, end) : end;
  }

  private readonly onWait: OnWait = (text) => this.options.row.showWait(text);

  private apiUntil(signal: AbortSignal): Api {
    const { platform, log } = this.options;
    const api = platform.apiFor({ signal, onWait: this.onWait, ...(log && { sender: log }) });
    const send: Send = async (call) => {
      if (call.method === "GET") return api.send(call);
      const change = `${call.method} ${call.path}`;
      this.lastChange = change;
      const reply = await api.send(call);
      if (reply.requestId) this.lastChange = `${change}, request id ${reply.requestId}`;
      return reply;
    };
    return apiOf(send, api);
  }

  private get isOver(): boolean {
    return this.end.signal.aborted;
  }

  private after(ms: number, work: () => void): void {
    this.options.clock.sleep(ms, this.timers.signal).then(work, () => {});
  }
}
