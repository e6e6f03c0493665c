import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ServerHttp2Stream } from "node:http2";
import { INSTALLATION } from "../../errors/installation";
import type { Span, SpanExporter } from "../../log/spans";
import { version } from "../../util/version";
import { requireOfSdk } from "./sdk-modules";

// Traces of `pulumi up --otel-traces`. The CLI tells its processes where it collects spans, and sends each call with the header
// `traceparent`. The libraries of OpenTelemetry are dependencies of Pulumi's SDK, and are loaded only when there are spans.

/** Set by the CLI. */
const ENDPOINT = "PULUMI_OTEL_EXPORTER_OTLP_ENDPOINT";

/** Spans are sent together, so many milliseconds after the first one. */
const BATCH_MS = 250;

/** The end of the process waits for no collector longer than this. */
const TIMEOUT_MS = 1_500;

/** Absent if this run is not traced. `warn` prints a warning, once. */
export function openTraces(warn: (text: string) => void): Traces | undefined {
  const { [ENDPOINT]: endpoint } = process.env;
  return endpoint ? new Traces(endpoint, warn) : undefined;
}

/** The span of a call of the engine, or of Pulumi's start of the program. */
interface Call {
  traceId: string;
  spanId: string;
}

function parseCall(traceparent = ""): Call | undefined {
  const [, traceId = "", spanId = ""] = /^00-([\da-f]{32})-([\da-f]{16})-/.exec(traceparent) ?? [];
  return traceId ? { traceId, spanId } : undefined;
}

interface Exporter {
  export(spans: object[], done: (result: { error?: Error }) => void): void;
}

/** Sends the spans of this process to the CLI. */
export class Traces implements SpanExporter {
  private readonly calls = new AsyncLocalStorage<Call | undefined>();
  /** In the process of the program, the call that has started it. */
  private readonly program = parseCall(process.env.TRACEPARENT);
  /** The first call that was seen: it stands for one that began before this package was loaded. */
  private first = this.program;
  private exporter: ((spans: Span[]) => Promise<void>) | undefined;
  private readonly waiting: Span[] = [];
  private isPlanned = false;
  private sent: Promise<void> = Promise.resolve();
  private isUnreachable = false;

  constructor(
    private readonly endpoint: string,
    private readonly warn: (text: string) => void,
  ) {
    this.watchCalls();
  }

  caller(): Call | undefined {
    return this.calls.getStore() ?? this.program;
  }

  add(span: Span): void {
    if (this.isUnreachable) return;
    this.waiting.push(span);
    if (!this.isPlanned) setTimeout(() => this.send(), BATCH_MS);
    this.isPlanned = true;
  }

  /** Settles once all spans are sent. */
  send(): Promise<void> {
    this.sent = this.sent.then(() => this.sendWaiting());
    return this.sent;
  }

  /** The dynamic-provider process passes no headers on, but the code for a call runs after the end of its request. */
  private watchCalls(): void {
    subscribe("http2.server.stream.start", (message) => {
      const { headers, stream } = message as { headers?: Record<string, string>; stream?: ServerHttp2Stream };
      const call = parseCall(headers?.traceparent);
      this.first ??= call;
      stream?.once("end", () => this.calls.enterWith(call));
    });
  }

  /** What belongs to no call that was seen belongs to the first one. Older CLIs name none to the program. */
  private placed(span: Span): Span[] {
    if (span.traceId) return [span];
    const { first } = this;
    return first ? [{ parentId: first.spanId, ...span, traceId: first.traceId }] : [];
  }

  private async sendWaiting(): Promise<void> {
    this.isPlanned = false;
    const spans = this.waiting.splice(0);
    if (spans.length === 0 || this.isUnreachable) return;
    try {
      this.exporter ??= loadExporter(this.endpoint);
      await this.exporter(spans.flatMap((span) => this.placed(span)));
    } catch (error) {
      if (this.isUnreachable) return;
      this.isUnreachable = true;
      const { message: reason } = error as Error;
      this.warn(INSTALLATION.untraced.error({ endpoint: this.endpoint, reason }).message);
    }
  }
}

function loadExporter(endpoint: string): (spans: Span[]) => Promise<void> {
  const { OTLPTraceExporter } = requireOfSdk("@opentelemetry/exporter-trace-otlp-grpc");
  const { resourceFromAttributes } = requireOfSdk("@opentelemetry/resources");
  const url = endpoint.includes("://") ? endpoint : `http://${endpoint}`;
  const exporter: Exporter = new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS });
  const common = {
    resource: resourceFromAttributes({ "service.name": "pulumi-cloudplatform", "service.version": version }),
    instrumentationScope: { name: "pulumi-cloudplatform", version },
  };
  return (spans) =>
    new Promise((resolve, reject) => {
      const readable = spans.map((span) => ({ ...common, ...readableOf(span) }));
      exporter.export(readable, ({ error }) => (error ? reject(error) : resolve()));
    });
}

// The numbers of OpenTelemetry.
const [INTERNAL, CLIENT] = [0, 2];
const [UNSET, ERROR] = [0, 2];
const SAMPLED = 1;

/** A span in the form that OpenTelemetry's SDK exports. */
function readableOf({
  traceId,
  spanId,
  parentId,
  name,
  isRequest,
  start,
  end,
  attributes,
  failed,
}: Span): object {
  const contextOf = (id: string) => ({ traceId, spanId: id, traceFlags: SAMPLED });
  return {
    name,
    kind: isRequest ? CLIENT : INTERNAL,
    spanContext: () => contextOf(spanId),
    ...(parentId && { parentSpanContext: contextOf(parentId) }),
    startTime: timeOf(start),
    endTime: timeOf(end),
    attributes,
    status: { code: failed ? ERROR : UNSET },
    events: [],
    links: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Seconds and nanoseconds. */
function timeOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
