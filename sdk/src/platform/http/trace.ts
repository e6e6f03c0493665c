import type { Clock } from "../../util/clock";
import type { Call, Reply, Send } from "./call";
import { notSent } from "./no-reply";

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

/** What a request gets one after the other: its turn in the queue, its turn at the rate limit, and a connection. */
export type Step = "admitted" | "passed" | "connected";

/** Sends one request. `attempt` is 1 for the first request of a call. */
export type SendOnce = (call: Call, attempt: number) => Promise<Reply>;

/** There are as many connections as requests at the same time, so a request in the queue waits for one too. */
const WAITING = "waiting for a connection";

/**
 * Reports each request to the observer, with the time of each step, and what it waits for to the caller. If the signal aborts
 * before the request is sent, each layer below rejects with the reason of the signal, which becomes an error here.
 */
export function withObserver(send: Send, observer: RequestObserver | undefined, clock: Clock): SendOnce {
  return async (call, attempt) => {
    const startedAt = clock.now();
    const reached: Partial<Record<Step, number>> = {};
    const onStep = (step: Step) => {
      reached[step] = clock.now();
      call.onWait?.(step === "connected" ? undefined : WAITING);
    };
    const times = (): RequestTimes => {
      const end = clock.now();
      const { admitted = end, passed = end, connected = end } = reached;
      return {
        attempt,
        queuedMs: admitted - startedAt,
        limitedMs: passed - admitted,
        connectMs: connected - passed,
        wireMs: end - connected,
      };
    };
    call.onWait?.(WAITING);
    try {
      const reply = await send({ ...call, onStep });
      observer?.onRequest(call, times(), reply, undefined);
      return reply;
    } catch (failure) {
      const isNotSent = call.signal?.aborted && failure === call.signal.reason;
      const error = isNotSent ? notSent(call, failure) : failure;
      observer?.onRequest(call, times(), undefined, error);
      throw error;
    }
  };
}
