import type { RequestObserver } from "../../log/log";
import type { Clock } from "../../util/clock";
import type { Send } from "./call";
import { withConcurrencyLimit, withRateLimit } from "./limits";
import { parseReply, serverTimeOf } from "./parse-reply";
import { withRetry } from "./retry";
import { withObserver } from "./trace";
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

/**
 * The layers of one request, outermost first: retry, observer, concurrency limit, rate limit, parser, transport. The rate limit
 * comes after the concurrency limit, so that a request is sent as soon as the rate limit lets it pass.
 */
export function createClient(options: ClientOptions): Client {
  const { clock, observer } = options;
  let last: { serverTime: number; arrivedAt: number } | undefined;
  let transport: Transport | undefined;
  const once: Send = async (call) => {
    transport ??= loadTransport(options);
    const reply = await transport(call);
    const serverTime = serverTimeOf(reply);
    if (serverTime !== undefined) last = { serverTime, arrivedAt: clock.now() };
    return parseReply(call, reply);
  };
  const queued = withConcurrencyLimit(withRateLimit(once, clock, observer), options.maxConcurrentRequests);
  return {
    send: withRetry(withObserver(queued, observer, clock), options),
    serverTime: () => last && last.serverTime + clock.now() - last.arrivedAt,
    close: async () => transport?.close(),
  };
}

/** Loads undici, which takes as long as the rest of the package, and only requests need it. */
function loadTransport(options: TransportOptions): Transport {
  const { createTransport } = require("./transport") as typeof import("./transport");
  return createTransport(options);
}
