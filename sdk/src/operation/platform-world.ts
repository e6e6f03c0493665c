import type { CodedError } from "../errors/definition";
import { TASKS } from "../errors/tasks";
import type { OperationLog, OperationWait } from "../log/log";
import { type Api, apiOf } from "../platform/api/api";
import type { OnWait, Send } from "../platform/http/call";
import { NotTheApi, PlatformError } from "../platform/http/error";
import { operationOf } from "../platform/http/operations";
import type { Platform } from "../platform/platform";
import { nextPause, REPLICATION_LAG_MS } from "../platform/tasks/delays";
import { earlyEndOf, type Task, TaskFailed, TaskStillRunning, TimeoutError } from "../platform/tasks/task";
import { type Clock, OVER } from "../util/clock";
import { formatDuration } from "../util/duration";
import type { Act, World } from "./acts";
import { answerTo } from "./questions";
import { type Resource, type Seen, stateIn } from "./resource";

/** The line beside a resource. */
export interface Row {
  showStep(step: string): void;
  /** What a poll shows, in place of the step. Without a text: the polls have ended. */
  showPoll(text?: string): void;
  /** What a request waits for. Without a text: nothing any more. */
  showWait(text?: string): void;
  close(): void;
}

export interface PlatformWorldOptions<S extends object> {
  resource: Pick<Resource<never, S>, "identity">;
  platform: Platform;
  clock: Clock;
  /** In milliseconds. */
  timeout: number;
  row: Row;
  log: OperationLog | undefined;
  /** Marks an existing object as the one of this resource. */
  use(id: string): void;
  /** Prints a message that stays. */
  info(text: string): void;
  /** Prints a warning, once per process. */
  warn(warning: CodedError): void;
}

/** How long after the timeout the operation may search for an object that an unanswered request created. */
const LATE_MS = 8_000;

/** Node fires timers with a longer time at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Where `up` performs its operations: the platform. The deadline of the operation and Ctrl-C reach each request and each wait. */
export class PlatformWorld<S extends object> implements World<S> {
  readonly api: Api;
  /** Its requests may take some seconds longer than the operation, to find an object that an unanswered request created. */
  private readonly lateApi: Api;
  private readonly endsAt: number;
  private readonly end = new AbortController();
  private readonly lateEnd = new AbortController();
  private readonly timers = new AbortController();
  /** The last request that changes something: it has begun the tasks that are awaited next. */
  private lastChange: { text: string; operation: string } | undefined;
  private unlock = () => {};
  /** When the same question was first asked again. */
  private askedSince = 0;

  constructor(private readonly options: PlatformWorldOptions<S>) {
    const { clock, timeout } = options;
    this.api = this.apiUntil(this.end.signal);
    this.lateApi = this.apiUntil(this.lateEnd.signal);
    this.endsAt = clock.now() + timeout;
    const stop = () => this.stop(new TimeoutError(`the timeout of ${formatDuration(timeout)} has passed`));
    this.after(Math.min(timeout, LONGEST_TIMER_MS), stop);
  }

  /** Aborts all waits. The reason begins their error messages. */
  stop(reason: Error): void {
    if (this.isOver) return;
    this.end.abort(reason);
    this.after(LATE_MS, () => this.lateEnd.abort(reason));
  }

  /** Clears the timers after the end of the operation. */
  close(): void {
    this.release();
    this.timers.abort(OVER);
    this.options.row.close();
  }

  private release(): void {
    this.unlock();
    this.unlock = () => {};
  }

  async perform(act: Act<S>): Promise<unknown> {
    const { resource, clock, platform, row, info, warn, use } = this.options;
    const { signal } = this.end;
    switch (act.do) {
      case "read":
      case "list":
      case "tasks":
        return answerTo(act, resource, act.isLate ? this.lateApi : this.api);
      case "await":
        return this.awaitTasks(act);
      case "pause":
        if (act.says) row.showStep(act.says);
        return this.measured("pollMs", clock.sleep(act.ms, signal)).catch((reason: Error) => {
          throw TASKS.paused.error({ reason: reason.message, end: earlyEndOf(reason) });
        });
      case "wait for replicas":
        return this.waitForReplicas(act);
      case "approval":
        return this.pollApproval(act);
      case "lock":
        this.unlock = await this.measured("lockMs", platform.lock(act.key, signal));
        return;
      case "unlock":
        return this.release();
      case "send":
        if (act.step.does) row.showStep(act.step.does);
        return act.step.send(apiOf(this.sendChange, this.api));
      case "use":
        return use(act.id);
      case "say":
        return typeof act.message === "string" ? info(act.message) : warn(act.message);
    }
  }

  private async awaitTasks({ tasks, whose }: Extract<Act<S>, { do: "await" }>): Promise<Task[]> {
    const mayBeOfOthers = whose !== "ours" && whose !== "earlier";
    const remark = mayBeOfOthers && whose !== "continued" ? "waiting for another change: " : "";
    try {
      return await this.wait(tasks, whose === "ours" ? this.lastChange?.operation : undefined, remark);
    } catch (error) {
      if (mayBeOfOthers && !(error instanceof TaskStillRunning)) return [];
      if (whose !== "ours" || !(error instanceof TaskFailed)) throw error;
      throw new TaskFailed(error.task, error.finished, this.lastChange?.text);
    } finally {
      if (mayBeOfOthers) this.options.row.showPoll();
    }
  }

  /** Whether there is time to ask again. */
  private async waitForReplicas({
    count,
    says,
  }: Extract<Act<S>, { do: "wait for replicas" }>): Promise<boolean> {
    const { clock, row } = this.options;
    if (count === 0) this.askedSince = clock.now();
    const age = clock.now() - this.askedSince;
    if (this.isOver || age >= REPLICATION_LAG_MS) return false;
    if (says) row.showPoll(says);
    const pause = clock.sleep(nextPause(age, undefined, clock), this.end.signal);
    await this.measured("pollMs", pause).catch(() => {});
    return !this.isOver;
  }

  /**
   * Polls until a person has decided. The error at the end of the operation says what was not decided. A failed request does not end
   * the polling, but a server that is not the API does.
   */
  private async pollApproval({ step, onSeen }: Extract<Act<S>, { do: "approval" }>): Promise<Seen<S>> {
    const { clock, row } = this.options;
    const since = clock.now();
    let failure: string | undefined;
    for (;;) {
      const seen = await step.read(this.api).catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error instanceof NotTheApi) throw error;
        failure = `last poll failed: ${error.summary}`;
        row.showPoll(failure);
        return undefined;
      });
      if (seen !== undefined) {
        failure = undefined;
        onSeen(seen);
        if (step.isDecided(stateIn(seen)) !== false) return seen;
        row.showStep(`waiting for a decision: ${step.awaits}`);
      }
      const age = clock.now() - since;
      await this.measured("pollMs", clock.sleep(nextPause(age, undefined, clock), this.end.signal)).catch(
        () => {
          const { reason } = this.end.signal;
          const facts = { reason: reason.message, end: earlyEndOf(reason), what: step.awaits };
          throw TASKS.undecided.error({ ...facts, age: formatDuration(clock.now() - since), failure });
        },
      );
    }
  }

  private wait(tasks: readonly string[], begunBy: string | undefined, remark: string): Promise<Task[]> {
    const status = (text: string) => this.options.row.showPoll(remark + text);
    const { endsAt, onWait } = this;
    const wait = { signal: this.end.signal, endsAt, begunBy, sender: this.options.log, status, onWait };
    return this.measured("taskMs", this.options.platform.waiter.wait([...tasks], wait));
  }

  private measured<T>(wait: OperationWait, end: Promise<T>): Promise<T> {
    return this.options.log ? this.options.log.whileWaiting(wait, end) : end;
  }

  private readonly onWait: OnWait = (text) => this.options.row.showWait(text);

  private apiUntil(signal: AbortSignal): Api {
    const { platform, log } = this.options;
    return platform.apiFor({ signal, onWait: this.onWait, ...(log && { sender: log }) });
  }

  /** Remembers the request, unless it only reads. */
  private readonly sendChange: Send = async (call) => {
    if (call.method === "GET") return this.api.send(call);
    const text = `${call.method} ${call.path}`;
    const change = { text, operation: operationOf(call)?.name ?? text };
    this.lastChange = change;
    const reply = await this.api.send(call);
    if (reply.requestId) change.text += `, request id ${reply.requestId}`;
    return reply;
  };

  private get isOver(): boolean {
    return this.end.signal.aborted;
  }

  private after(ms: number, work: () => void): void {
    this.options.clock.sleep(ms, this.timers.signal).then(work, () => {});
  }
}
