import { CodedError } from "../errors/definition";
import type { EventContext, LogEvent, OperationEvent, StartEvent } from "../log/events";
import type { LogFile } from "../log/log-file";
import type { Clock } from "../util/clock";
import { omitNullish } from "../util/json";
import { messageOf, printableLine } from "../util/text";
import { version } from "../util/version";
import type { Call, Reply } from "./http/call";
import { PlatformError } from "./http/error";
import type { RequestObserver, RequestTimes } from "./http/trace";
import type { Task } from "./tasks/task";
import type { TaskObserver } from "./tasks/watched-task";

/** What a process knows about itself. */
export type ProcessFacts = Pick<StartEvent, "process" | "run"> &
  Partial<Pick<StartEvent, "project" | "stack" | "organization">>;

/** The fields of an event besides those that every event has. */
type Fields<E> = E extends LogEvent ? Omit<E, keyof EventContext> : never;

/** The log of a process: turns what happens into events. */
export class Log implements RequestObserver, TaskObserver {
  private isStarted = false;
  private operations = 0;

  constructor(
    private readonly file: LogFile,
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
    this.operations += 1;
    return new OperationLog(this.operations, facts, this.clock, (event) => this.append(event));
  }

  onRequest({ method, path, sender }: Call, times: RequestTimes, reply?: Reply, error?: unknown): void {
    const { attempt, ...steps } = times;
    const failure = error instanceof PlatformError ? error : undefined;
    const { status, requestId } = reply ?? failure ?? {};
    const operation = operationOf(sender);
    const mask = operation?.mask ?? ((text: string) => text);
    const reason = failure && status === undefined ? mask(failure.reason) : undefined;
    this.append({
      event: "request",
      ...operation?.identity,
      method,
      path: mask(path),
      attempt,
      ...omitNullish({ status, code: failure?.code, error: reason, requestId }),
      queuedMs: rounded(steps.queuedMs),
      limitedMs: rounded(steps.limitedMs),
      connectMs: rounded(steps.connectMs),
      wireMs: rounded(steps.wireMs),
    });
  }

  onPause(reason: "rate limit" | "retry", ms: number, call?: Call): void {
    this.append({ event: "pause", ...operationOf(call?.sender)?.identity, reason, ms: rounded(ms) });
  }

  onTaskState({ id, type, state, createdAt, finishedAt }: Task, ageMs: number, senders: object[]): void {
    const urns = senders.flatMap((sender) => operationOf(sender)?.identity.urn ?? []);
    this.append({
      event: "task",
      id,
      ...omitNullish({ type }),
      state,
      ...(urns.length > 0 && { urns }),
      ageMs: rounded(ageMs),
      ...omitNullish({ createdAt: isoTime(createdAt), finishedAt: isoTime(finishedAt) }),
    });
  }

  private append(event: Fields<LogEvent>): void {
    this.start();
    this.write(event);
  }

  private write(event: Fields<LogEvent>): void {
    const { run } = this.facts;
    this.file.append({ time: isoTime(this.clock.wallTime()), run, pid: process.pid, ...event });
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

/** The log of one operation. It is the sender of the requests of the operation. */
export class OperationLog {
  /** What the events of the operation have in common. */
  readonly identity: { operationId: number; urn?: string };
  readonly mask: (text: string) => string;
  private readonly startedAt: number;
  private taskMs = 0;

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

  /** Does the work, and logs its end. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.done(undefined);
      return result;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  /** Measures the time in which the operation waits for tasks. */
  async whileWaiting<T>(tasks: Promise<T>): Promise<T> {
    const since = this.clock.now();
    try {
      return await tasks;
    } finally {
      this.taskMs += this.clock.now() - since;
    }
  }

  /** The operation has succeeded. Its result may have the id of a new object, or be "gone". */
  done(result: unknown): void {
    const { id } = (result ?? {}) as { id?: unknown };
    this.write({ outcome: result === "gone" ? "gone" : "done" }, typeof id === "string" ? id : undefined);
  }

  /** The operation has failed, and the state of a created or changed object keeps what is unfinished. */
  failed(error: unknown, unfinished?: { id?: string }): void {
    const { operation } = this.facts;
    const isPartial = unfinished !== undefined && (operation === "create" || operation === "update");
    const [message = ""] = this.mask(messageOf(error)).split("\n");
    const code = error instanceof CodedError ? error.code : undefined;
    const outcome = isPartial ? "partial" : "failed";
    this.write({ outcome, ...(code && { code }), message: printableLine(message) }, unfinished?.id);
  }

  /** The inputs are invalid: the failure is made for the engine already. */
  refused(code: string, message: string): void {
    this.write({ outcome: "failed", code, message: printableLine(this.mask(message)) });
  }

  private write(outcome: Pick<OperationEvent, "outcome" | "code" | "message">, id = this.facts.id): void {
    const { operation, type } = this.facts;
    this.append({
      event: "operation",
      ...this.identity,
      operation,
      type,
      ...(id !== undefined && { id: this.mask(id) }),
      ...outcome,
      ms: rounded(this.clock.now() - this.startedAt),
      taskMs: rounded(this.taskMs),
    });
  }
}

/** Tenths of milliseconds are enough. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
