import { randomBytes } from "node:crypto";
import type { Clock } from "../util/clock";
import { omitNullish } from "../util/json";
import type { OperationEvent, RequestEvent, TaskEvent } from "./events";

// The events of a log as spans of one OpenTelemetry trace. A span has no input, no text of the platform, and no id of an object.

/** A span that has ended. Times are milliseconds since the epoch. */
export interface Span extends SpanContext {
  name: string;
  isRequest: boolean;
  start: number;
  end: number;
  attributes: Record<string, string | number>;
  failed: boolean;
}

/** Where a span is in a trace. Without a parent it belongs to the trace of the process. */
export interface SpanContext {
  spanId: string;
  traceId?: string;
  parentId?: string;
}

export interface SpanExporter {
  /** The call of the engine for which the present code runs. */
  caller(): Omit<SpanContext, "parentId"> | undefined;
  /** Must not throw. */
  add(span: Span): void;
}

type Timed<E> = Omit<E, "time" | "run" | "pid" | "event">;

/** What an operation waits for besides its requests and tasks, as the names of spans. */
const WAITS = new Map([
  ["pollMs", "wait between reads"],
  ["lockMs", "wait for another creation"],
]);

/** Ends the spans of a process. */
export class Spans {
  constructor(
    private readonly exporter: SpanExporter,
    private readonly clock: Clock,
  ) {}

  /** The span of an operation, which ends with it. */
  begin(): SpanContext {
    return childOf(this.exporter.caller());
  }

  operation(context: SpanContext, { operation, type, urn, outcome, code, ms }: Timed<OperationEvent>): void {
    const attributes = {
      "cloudplatform.outcome": outcome,
      ...omitNullish({ "pulumi.urn": urn, ...codeOf(code) }),
    };
    const failed = outcome === "failed" || outcome === "partial";
    this.end(context, `${operation} ${type}`, { ms, attributes, failed });
  }

  /** A request, with its waits for a place and for the rate limit. */
  request(operation: SpanContext | undefined, event: Timed<RequestEvent>): void {
    const { method, path, attempt, status, code, requestId, queuedMs, limitedMs, connectMs, wireMs } = event;
    const context = childOf(operation);
    const template = templateOf(path);
    const sentMs = connectMs + wireMs;
    if (queuedMs >= SHOWN_MS)
      this.end(childOf(context), "wait for a place", { ms: queuedMs, agoMs: limitedMs + sentMs });
    if (limitedMs >= SHOWN_MS)
      this.end(childOf(context), "wait for the rate limit", { ms: limitedMs, agoMs: sentMs });
    this.end(context, `${method} ${template}`, {
      ms: queuedMs + limitedMs + sentMs,
      isRequest: true,
      failed: code !== undefined,
      attributes: {
        "http.request.method": method,
        "url.template": template,
        ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
        ...omitNullish({
          "http.response.status_code": status,
          "cloudplatform.request_id": requestId,
          ...codeOf(code),
        }),
      },
    });
  }

  /** A task that has ended, since this process began to wait for it. */
  task(operation: SpanContext | undefined, { id, type = "task", state, ageMs }: Timed<TaskEvent>): void {
    if (state !== "FINISHED" && state !== "ERROR") return;
    const attributes = { "cloudplatform.task.id": id, "cloudplatform.task.state": state };
    this.end(childOf(operation), `task ${type}`, { ms: ageMs, attributes, failed: state === "ERROR" });
  }

  wait(operation: SpanContext, wait: string, ms: number): void {
    const name = WAITS.get(wait);
    if (name && ms >= SHOWN_MS) this.end(childOf(operation), name, { ms });
  }

  /** `agoMs`: how long ago the span has ended. */
  private end(
    context: SpanContext,
    name: string,
    {
      ms,
      agoMs = 0,
      isRequest = false,
      failed = false,
      attributes = {},
    }: Partial<Span> & { ms: number; agoMs?: number },
  ): void {
    const end = this.clock.wallTime() - agoMs;
    this.exporter.add({ ...context, name, isRequest, start: end - ms, end, attributes, failed });
  }
}

function childOf({ traceId, spanId }: Partial<SpanContext> = {}): SpanContext {
  return {
    spanId: randomBytes(8).toString("hex"),
    ...(traceId && { traceId }),
    ...(spanId && { parentId: spanId }),
  };
}

/** Shorter waits are noise. */
const SHOWN_MS = 1;

/** The path without ids: `/cloud/v1/routers/{id}/{id}/{id}/attach`. */
export function templateOf(path: string): string {
  return path.replace(/(?<=\/)(?!v\d+(?:\/|$))[^/]*(?:\d|%|\[)[^/]*/g, "{id}");
}

function codeOf(code: string | undefined): { "error.type"?: string } {
  return code === undefined ? {} : { "error.type": code };
}
