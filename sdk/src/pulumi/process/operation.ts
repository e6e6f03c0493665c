import type { CodedError } from "../../errors/definition";
import { TASKS } from "../../errors/tasks";
import type { OperationContext, PollUntil, Progress } from "../../lifecycle/handler";
import type { OperationLog, OperationWait } from "../../log/log";
import { type Api, apiOf } from "../../platform/api/deployment";
import type { OnWait, Send } from "../../platform/http/call";
import { NotTheApi, PlatformError } from "../../platform/http/error";
import type { Platform } from "../../platform/platform";
import { nextPause, type PollInterval, REPLICATION_LAG_MS } from "../../platform/tasks/delays";
import { type Task, TaskFailed, TaskStillRunning, TimeoutError } from "../../platform/tasks/task";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import type { Engine } from "../internals/engine";
import { StatusLine } from "./status-line";

export interface OperationOptions {
  platform: Platform;
  engine: Engine;
  clock: Clock;
  /** The URN of the resource, if it is known. */
  urn: string | undefined;
  /** Names the resource in a line that is not beside it. */
  name: string;
  /** The timeout in milliseconds. */
  timeout: number;
  previous: Progress | undefined;
  log: OperationLog | undefined;
  isInUse(id: string): boolean;
  /** Prints a warning, once per process. */
  warn(text: string): void;
  /** Removes the values of secret inputs from a text. */
  mask(text: string): string;
  onProgress(progress: Progress | undefined): void;
}

/** A decision of a person is polled with pauses up to this one, or up to a longer `maxPollInterval`. */
const HUMAN_POLL_MS = 5 * 60_000;

/** How long after the timeout the operation may search for an object that an unanswered request created. */
const GRACE_MS = 8_000;

/** Node fires timers with a longer time at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** One operation on one resource, with its timeout and its progress. */
export class Operation implements OperationContext {
  readonly api: Api;
  readonly graceApi: Api;
  readonly previous?: Progress;
  readonly log: OperationLog | undefined;
  progress: Progress | undefined;
  /**
   * Whether the object belongs to the stack. A creation that uses an existing object owns it once the platform has carried out a
   * change, which is saved without uncertain properties.
   */
  isOwned = true;
  private readonly endsAt: number;
  private readonly end = new AbortController();
  private readonly graceEnd = new AbortController();
  private readonly timers = new AbortController();
  private readonly line: StatusLine;
  /** The last request that changes something: it has begun the tasks that are awaited next. */
  private lastChange: string | undefined;

  constructor(private readonly options: OperationOptions) {
    this.log = options.log;
    const { engine, urn, name, mask, timeout } = options;
    // Without an URN, the line is beside the stack.
    const show = (text: string) => engine.status(urn, mask(urn ? text : `${name}: ${text}`));
    this.line = new StatusLine(options.clock, show);
    this.api = this.apiUntil(this.end.signal);
    this.graceApi = this.apiUntil(this.graceEnd.signal);
    if (options.previous) this.previous = options.previous;
    this.endsAt = options.clock.now() + timeout;
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
    this.timers.abort();
    this.line.close();
  }

  save(progress?: Progress): void {
    const { lookup, declared } = this.progress ?? {};
    this.progress = progress && { ...(lookup && { lookup }), ...(declared && { declared }), ...progress };
    if (progress?.id !== undefined && !progress.uncertain) this.isOwned = true;
    if (this.isOwned) this.options.onProgress(this.progress);
  }

  /** Waits for tasks that this operation has started, or that an earlier attempt has started. */
  async awaitTasks(tasks: string[], known?: object): Promise<Task[]> {
    const isNew = !tasks.some((task) => this.previous?.tasks?.includes(task));
    const before = this.progress;
    if (tasks.length > 0) {
      this.progress = { ...before, ...(known && { known }), tasks };
      // If the process is killed, the next run has to wait for the tasks too.
      if (this.isOwned && before) this.options.onProgress({ ...before, tasks });
    }
    try {
      const finished = await this.wait(tasks, isNew);
      this.progress = before;
      return finished;
    } catch (error) {
      // The next run waits only for a task that is still running.
      if (!(error instanceof TaskStillRunning)) this.progress = before;
      if (!isNew || !(error instanceof TaskFailed)) throw error;
      throw new TaskFailed(error.task, error.finished, this.lastChange);
    }
  }

  async awaitForeignTask(task: string, isContinued?: true): Promise<void> {
    try {
      await this.wait([task], false, isContinued ? "" : "waiting for another change: ");
    } catch (error) {
      if (error instanceof TaskStillRunning) throw error;
    }
    this.line.showPoll();
  }

  poll<T>(get: () => Promise<T | undefined>, until: PollUntil): Promise<T | undefined> {
    return until === "replicated" ? this.pollReplicas(get) : this.pollDecision(get, until.decided);
  }

  async withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.measured("lockMs", this.options.platform.lock(key, this.end.signal));
    try {
      return await work();
    } finally {
      release();
    }
  }

  isInUse(id: string): boolean {
    return this.options.isInUse(id);
  }

  status(text: string): void {
    this.line.showStep(text);
  }

  info(text: string): void {
    const { engine, urn, mask } = this.options;
    engine.log(urn, mask(text), "info");
  }

  warn(warning: CodedError): void {
    this.options.warn(this.options.mask(warning.message));
  }

  private async pollReplicas<T>(get: () => Promise<T | undefined>): Promise<T | undefined> {
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

  private async pollDecision<T>(get: () => Promise<T | undefined>, what: string): Promise<T> {
    const since = this.options.clock.now();
    const { min, max } = this.options.platform.pollInterval;
    let failure: string | undefined;
    const getOnce = () => {
      failure = undefined;
      return get();
    };
    const onFailure = (text: string) => {
      failure = text;
    };
    const interval = { min, max: Math.max(max, HUMAN_POLL_MS) };
    return this.pollUntilFound(getOnce, interval, onFailure).catch((error: Error) => {
      if (!this.isOver) throw error;
      const age = formatDuration(this.options.clock.now() - since);
      const { reason } = this.end.signal;
      const isTimeout = reason instanceof TimeoutError;
      throw TASKS.undecided.error({ reason: reason.message, isTimeout, what, age, failure });
    });
  }

  /** A failed request does not end the polling, but a server that is not the API does. */
  private async pollUntilFound<T>(
    get: () => Promise<T | undefined>,
    interval: PollInterval = this.options.platform.pollInterval,
    onFailure: (text: string) => void = () => {},
  ): Promise<T> {
    const { clock } = this.options;
    const startedAt = clock.now();
    for (;;) {
      const result = await get().catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error instanceof NotTheApi) throw error;
        onFailure(`last poll failed: ${error.summary}`);
        this.line.showPoll(`last poll failed: ${error.summary}`);
        return undefined;
      });
      if (result !== undefined) return result;
      const pause = nextPause(clock.now() - startedAt, undefined, interval, clock);
      await this.measured("pollMs", clock.sleep(pause, this.end.signal));
    }
  }

  private wait(tasks: string[], isNew: boolean, remark = ""): Promise<Task[]> {
    const status = (text: string) => this.line.showPoll(remark + text);
    const { endsAt, log: sender, onWait } = this;
    const wait = { signal: this.end.signal, endsAt, isNew, sender, status, onWait };
    return this.measured("taskMs", this.options.platform.waiter.wait(tasks, wait));
  }

  private measured<T>(wait: OperationWait, end: Promise<T>): Promise<T> {
    return this.log ? this.log.whileWaiting(wait, end) : end;
  }

  private readonly onWait: OnWait = (text) => this.line.showWait(text);

  private apiUntil(signal: AbortSignal): Api {
    const { log, onWait } = this;
    const api = this.options.platform.apiFor({ signal, onWait, ...(log && { sender: log }) });
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
