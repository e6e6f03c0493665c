import type { EventContext, LogEvent, OfOperation, StartEvent } from "../log/events";
import type { LogFile } from "../log/log-file";
import type { Clock } from "../util/clock";
import { omitNullish } from "../util/json";
import { version } from "../util/version";
import type { Call, Reply } from "./http/call";
import { PlatformError } from "./http/error";
import type { RequestObserver, RequestTimes } from "./http/trace";
import { type OperationFacts, OperationLog, rounded } from "./operation-log";
import type { Task } from "./tasks/task";
import type { TaskObserver } from "./tasks/watched-task";

/** What a process knows about itself. */
export type ProcessFacts = Pick<StartEvent, "process" | "run"> &
  Partial<Pick<StartEvent, "project" | "stack" | "organization">>;

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
    const mask = maskOf(sender);
    const reason = failure && status === undefined ? mask(failure.reason) : undefined;
    this.append({
      event: "request",
      ...ofOperation(sender),
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
    this.append({ event: "pause", ...ofOperation(call?.sender), reason, ms: rounded(ms) });
  }

  onTaskState({ id, type, state, createdAt, finishedAt }: Task, ageMs: number, senders: object[]): void {
    const urns = senders.flatMap((sender) => ofOperation(sender).urn ?? []);
    this.append({
      event: "task",
      id,
      ...(type !== undefined && { type }),
      state,
      ...(urns.length > 0 && { urns }),
      ageMs: rounded(ageMs),
      ...(createdAt !== undefined && { createdAt: isoTime(createdAt) }),
      ...(finishedAt !== undefined && { finishedAt: isoTime(finishedAt) }),
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

function ofOperation(sender: object | undefined): OfOperation {
  return sender instanceof OperationLog ? sender.identity : {};
}

function maskOf(sender: object | undefined): (text: string) => string {
  return sender instanceof OperationLog ? sender.mask : (text) => text;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
