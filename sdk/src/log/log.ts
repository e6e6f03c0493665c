import { UnexpectedError } from "../errors/defect";
import { CodedError } from "../errors/definition";
import type { Clock } from "../util/clock";
import { omitNullish } from "../util/json";
import { messageOf, printableLine } from "../util/text";
import { version } from "../util/version";
import type { EventContext, LogEvent, OperationEvent, RequestEvent, StartEvent, TaskEvent } from "./events";
import type { LogFile } from "./log-file";

/** What a process knows about itself. */
export type ProcessFacts = Pick<StartEvent, "process" | "run"> &
  Partial<Pick<StartEvent, "project" | "stack" | "organization">>;

/** The fields of an event besides those that every event has. */
type Fields<E> = E extends LogEvent ? Omit<E, keyof EventContext> : never;

/** How many operations have begun. A process has several logs if it has several runs, and one number for each operation. */
let operations = 0;

/** How long a request was in each step. A step that it did not reach took no time. */
export type RequestTimes = Pick<RequestEvent, "attempt" | "queuedMs" | "limitedMs" | "connectMs" | "wireMs">;

/** For whom a request is sent: the log of an operation, or unknown. */
type Sent = Pick<RequestEvent, "method" | "path"> & { sender?: object };

/** How a request has ended: the reply, or the failure. */
type Outcome = Pick<RequestEvent, "status" | "requestId" | "code"> & { reason?: string };

/** What a poll shows of a task. Times are milliseconds since the epoch. */
type PolledTask = Pick<TaskEvent, "id" | "type" | "state"> & { createdAt?: number; finishedAt?: number };

/** Gets what happens to the requests of an account. It must not throw. */
export type RequestObserver = Pick<Log, "onRequest" | "onPause">;

/** Gets the states of the awaited tasks. It must not throw. */
export type TaskObserver = Pick<Log, "onTaskState">;

/** The log of a process: turns what happens into events. */
export class Log {
  private isStarted = false;
  /** The objects that were read without a URN, by type and id. */
  private readonly unnamed = new Set<string>();

  constructor(
    private readonly file: Pick<LogFile, "append">,
    private readonly facts: ProcessFacts,
    private readonly clock: Clock,
  ) {}

  /** Writes the first event of the process. A resource shows the stack, which a provider process does not know otherwise. */
  start(urn?: string, organization?: string): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const { run: _, ...facts } = this.facts;
    const [, stack, project] = /^urn:pulumi:(.+?)::(.+?)::/.exec(urn ?? "") ?? [];
    this.write({
      event: "start",
      version,
      node: process.versions.node,
      ...omitNullish({ project, stack, organization }),
      ...facts,
    });
  }

  /** The log of an operation, which is the sender of its requests. */
  operation(facts: OperationFacts): OperationLog {
    operations += 1;
    return new OperationLog(operations, facts, this.clock, (event) => this.append(event));
  }

  /** Logs the name of an object, if this process has read the object without its URN. */
  name(urn: string, type: string, id: string): void {
    if (this.unnamed.delete(`${type} ${id}`)) this.append({ event: "resource", type, id, urn });
  }

  /** A request has ended. */
  onRequest({ method, path, sender }: Sent, times: RequestTimes, outcome: Outcome): void {
    const { status, requestId, code, reason } = outcome;
    const operation = operationOf(sender);
    const mask = operation?.mask ?? ((text: string) => text);
    const error = status === undefined ? reason && mask(reason) : undefined;
    this.append({
      event: "request",
      ...operation?.identity,
      method,
      path: mask(path),
      ...omitNullish({ status, code, error, requestId: requestId && mask(requestId) }),
      ...times,
    });
  }

  /** Requests pause from now on: all, because of the rate limit, or those of a call before its retry. */
  onPause(reason: "rate limit" | "retry", ms: number, call?: Sent): void {
    this.append({ event: "pause", ...operationOf(call?.sender)?.identity, reason, ms });
  }

  /** A poll has shown another state, so many milliseconds after the wait began. `senders` wait for the task. */
  onTaskState(task: PolledTask, ageMs: number, senders: object[]): void {
    const { id, type, state, createdAt, finishedAt } = task;
    const logs = senders.flatMap((sender) => operationOf(sender) ?? []);
    const urns = logs.flatMap(({ identity }) => identity.urn ?? []);
    const masked = (text: string) => logs.reduce((rest, { mask }) => mask(rest), text);
    this.append({
      event: "task",
      id: masked(id),
      ...(type != null && { type: masked(type) }),
      state: masked(state),
      ...(urns.length > 0 && { urns }),
      ageMs,
      ...omitNullish({ createdAt: isoTime(createdAt), finishedAt: isoTime(finishedAt) }),
    });
  }

  private append(event: Fields<LogEvent>): void {
    if (event.event === "operation" && event.operation === "read" && event.urn === undefined)
      this.unnamed.add(`${event.type} ${event.id}`);
    this.start();
    this.write(event);
  }

  private write(event: Fields<LogEvent>): void {
    const { run } = this.facts;
    const context = { time: isoTime(this.clock.wallTime()), run, pid: process.pid };
    this.file.append({ ...context, ...event });
  }
}

/** Only an operation with a log sends requests that have a sender. */
function operationOf(sender: object | undefined): OperationLog | undefined {
  return sender instanceof OperationLog ? sender : undefined;
}

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** What is known about an operation when it begins. */
export interface OperationFacts extends Pick<OperationEvent, "operation" | "type"> {
  urn?: string | undefined;
  id?: string | undefined;
  /** Removes the values of secret inputs from a text. */
  mask(text: string): string;
}

/** What an operation waits for, besides its requests. */
export type OperationWait = "taskMs" | "pollMs" | "lockMs";

/** The log of one operation. It is the sender of the requests of the operation. */
export class OperationLog {
  /** What the events of the operation have in common. */
  readonly identity: { operationId: number; urn?: string };
  readonly mask: (text: string) => string;
  private readonly startedAt: number;
  private readonly waits: Record<OperationWait, number> = { taskMs: 0, pollMs: 0, lockMs: 0 };

  constructor(
    operationId: number,
    private readonly facts: OperationFacts,
    private readonly clock: Clock,
    private readonly append: (event: Fields<OperationEvent>) => void,
  ) {
    this.identity = { operationId, ...omitNullish({ urn: facts.urn }) };
    this.mask = facts.mask;
    this.startedAt = clock.now();
  }

  /**
   * Does the work, and logs its end. `keptId` returns the id of what a failure has left, and `isLost` whether nobody can save a
   * state any more.
   */
  async run<T>(
    work: () => Promise<T>,
    keptId: () => string | undefined = () => undefined,
    isLost: () => boolean = () => false,
  ): Promise<T> {
    try {
      const result = await work();
      this.done(result, isLost());
      return result;
    } catch (error) {
      this.failed(error, keptId(), isLost());
      throw error;
    }
  }

  /** Measures a wait of the operation. */
  async whileWaiting<T>(wait: OperationWait, end: Promise<T>): Promise<T> {
    const since = this.clock.now();
    try {
      return await end;
    } finally {
      this.waits[wait] += this.clock.now() - since;
    }
  }

  /** The operation has succeeded. Its result may have the id of a new object, or be "gone". */
  private done(result: unknown, isLost: boolean): void {
    const { id } = (result ?? {}) as { id?: unknown };
    const isOfResource = typeof id === "string" && this.facts.operation !== "call";
    const changes = this.facts.operation !== "read" && this.facts.operation !== "call";
    const outcome = isLost && changes ? "lost" : "done";
    this.write({ outcome: result === "gone" ? "gone" : outcome }, isOfResource ? id : undefined);
  }

  /** The operation has failed. */
  failed(error: unknown, keptId?: string, isLost = false): void {
    const [message = ""] = this.mask(messageOf(error)).split("\n");
    const code = error instanceof CodedError ? error.code : undefined;
    const kept = isLost ? "lost" : "partial";
    const outcome = keptId === undefined ? "failed" : kept;
    const stackTrace = error instanceof UnexpectedError ? error.stackTrace : undefined;
    this.write({ outcome, ...omitNullish({ code, stackTrace }), message: printableLine(message) }, keptId);
  }

  /** The inputs are invalid: the failure is made for the engine already. */
  refused(code: string, message: string): void {
    this.write({ outcome: "failed", code, message: printableLine(this.mask(message)) });
  }

  private write(
    outcome: Partial<OperationEvent> & Pick<OperationEvent, "outcome">,
    id = this.facts.id,
  ): void {
    const { operation, type } = this.facts;
    this.append({
      event: "operation",
      ...this.identity,
      operation,
      type,
      ...(id !== undefined && { id: this.mask(id) }),
      ...outcome,
      ms: this.clock.now() - this.startedAt,
      ...this.waits,
    });
  }
}
