import type { RequestObserver, RequestTimes } from "../../log/log";
import type { Clock } from "../../util/clock";
import type { Call, Reply, Send, Step } from "./call";
import { PlatformError } from "./error";
import { withLimits } from "./limits";
import { notSent } from "./no-reply";
import { parseReply } from "./parse-reply";
import { withRetry } from "./retry";
import type { Transport, TransportOptions } from "./transport";

export interface ClientOptions extends TransportOptions {
  clock: Clock;
  observer?: RequestObserver | undefined;
}

export interface Client {
  send: Send;
  /** The server's present time, as estimated from its last reply with a date, which has whole seconds; undefined before that. */
  serverTime(): number | undefined;
  close(): Promise<void>;
}

/** The layers of one request, outermost first: retry, observer, limits, parser, transport. */
export function createClient(options: ClientOptions): Client {
  const { clock } = options;
  /** Milliseconds from the clock's time to the server's. */
  let offset: number | undefined;
  let transport: Transport | undefined;
  const once: Send = async (call) => {
    // Loads undici, which takes as long as the rest of the package, and only requests need it.
    transport ??= (require("./transport") as typeof import("./transport")).createTransport(options);
    const reply = await transport(call);
    const serverTime = Date.parse(reply.headers.date ?? "");
    if (!Number.isNaN(serverTime)) offset = serverTime - clock.now();
    return parseReply(call, reply);
  };
  return {
    send: withRetry(withObserver(withLimits(once, options), options), options),
    serverTime: () => (offset === undefined ? undefined : offset + clock.now()),
    close: async () => transport?.close(),
  };
}

/** Sends one request. `attempt` is 1 for the first request of a call. */
export type SendOnce = (call: Call, attempt: number) => Promise<Reply>;

/** There are as many connections as requests at the same time, so a request in the queue waits for one too. */
const WAITING = "waiting for a connection";

/**
 * Reports each request to the observer, with the time of each step, and what it waits for to the caller. If the signal aborts
 * before the request is sent, each layer below rejects with the reason of the signal, which becomes an error here.
 */
function withObserver(send: Send, { observer, clock }: ClientOptions): SendOnce {
  return async (call, attempt) => {
    const reached = [clock.now()];
    const onStep = (step: Step) => {
      reached.push(clock.now());
      call.onStep?.(step);
      call.onWait?.(step === "connected" ? undefined : WAITING);
    };
    const times = (): RequestTimes => {
      const end = clock.now();
      const [begin = end, admitted = end, passed = end, connected = end] = reached;
      return {
        attempt,
        queuedMs: admitted - begin,
        limitedMs: passed - admitted,
        connectMs: connected - passed,
        wireMs: end - connected,
      };
    };
    call.onWait?.(WAITING);
    try {
      const reply = await send({ ...call, onStep });
      observer?.onRequest(call, times(), reply);
      return reply;
    } catch (failure) {
      const isNotSent = call.signal?.aborted && failure === call.signal.reason;
      const error = isNotSent ? notSent(call, failure) : failure;
      observer?.onRequest(call, times(), error instanceof PlatformError ? error : {});
      throw error;
    }
  };
}
