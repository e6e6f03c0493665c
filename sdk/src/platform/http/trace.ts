import type { Clock } from "../../util/clock";
import type { Call, Reply, Send } from "./call";

/** Gets what happens to the requests of an account. It must not throw. */
export interface RequestObserver {
  /** A request has ended. `error` is what the request threw. */
  onRequest(call: Call, request: RequestTimes, reply: Reply | undefined, error: unknown): void;
  /** Requests pause from now on: all, because of the rate limit, or those of a call before its retry. */
  onPause(reason: "rate limit" | "retry", ms: number, call?: Call): void;
}

/** How long a request was in each step, in milliseconds. A step that it did not reach took no time. */
export interface RequestTimes {
  /** 1 for the first request of a call. */
  attempt: number;
  queuedMs: number;
  limitedMs: number;
  connectMs: number;
  wireMs: number;
}

/** When the current request of a call began each step. */
export class Trace {
  private attempt = 0;
  private startedAt = 0;
  private admittedAt: number | undefined;
  private passedAt: number | undefined;
  private connectedAt: number | undefined;

  constructor(private readonly clock: Clock) {}

  /** The request, or the next one of the call, begins to wait in the queue. */
  start(): void {
    this.attempt += 1;
    this.startedAt = this.clock.now();
    this.admittedAt = this.passedAt = this.connectedAt = undefined;
  }

  /** The queue has let the request pass. */
  admitted(): void {
    this.admittedAt = this.clock.now();
  }

  /** The rate limit has let the request pass. */
  passed(): void {
    this.passedAt = this.clock.now();
  }

  /** The request has a connection. */
  connected(): void {
    this.connectedAt = this.clock.now();
  }

  end(): RequestTimes {
    const end = this.clock.now();
    const { attempt, startedAt, admittedAt = end, passedAt = end, connectedAt = end } = this;
    return {
      attempt,
      queuedMs: admittedAt - startedAt,
      limitedMs: passedAt - admittedAt,
      connectMs: connectedAt - passedAt,
      wireMs: end - connectedAt,
    };
  }
}

type Layer = (send: Send) => Send;

/** Layers that measure a request, each between two other layers of the client. */
export interface Tracing {
  /** Around all requests of a call. */
  call: Layer;
  /** Around each request. */
  request: Layer;
  /** After the queue. */
  admitted: Layer;
  /** After the rate limit. */
  passed: Layer;
}

const unchanged: Layer = (send) => send;

/** Without an observer there are no such layers. */
export function createTracing(observer: RequestObserver | undefined, clock: Clock): Tracing {
  if (observer === undefined)
    return { call: unchanged, request: unchanged, admitted: unchanged, passed: unchanged };
  const mark =
    (step: "admitted" | "passed"): Layer =>
    (send) =>
    (call) => {
      call.trace?.[step]();
      return send(call);
    };
  return {
    call: (send) => (call) => send({ ...call, trace: new Trace(clock) }),
    request: (send) => (call) => observeRequest(send, call, observer),
    admitted: mark("admitted"),
    passed: mark("passed"),
  };
}

async function observeRequest(send: Send, call: Call, observer: RequestObserver): Promise<Reply> {
  const { trace } = call;
  trace?.start();
  try {
    const reply = await send(call);
    if (trace) observer.onRequest(call, trace.end(), reply, undefined);
    return reply;
  } catch (error) {
    if (trace) observer.onRequest(call, trace.end(), undefined, error);
    throw error;
  }
}
