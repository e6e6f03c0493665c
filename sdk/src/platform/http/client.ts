import type { Clock } from "../../util/clock";
import type { Send } from "./call";
import { withConcurrencyLimit, withRateLimit } from "./limits";
import { parseReply } from "./parse-reply";
import { readOnly } from "./read-only";
import { withRetry } from "./retry";
import { ServerClock } from "./server-clock";
import { type RequestObserver, withObserver } from "./trace";
import type { Transport, TransportOptions } from "./transport";

export interface ClientOptions extends TransportOptions {
  maxRetries: number;
  clock: Clock;
  observer?: RequestObserver | undefined;
  /** Only GET requests are sent, and equal ones once. */
  isReadOnly?: boolean | undefined;
}

export interface Client {
  send: Send;
  /** The server's present time, as estimated from its last reply with a date; undefined before that. */
  serverTime(): number | undefined;
  close(): Promise<void>;
}

/**
 * The layers of one request, outermost first: retry, observer, concurrency limit, rate limit, parser, transport. The rate limit
 * comes after the concurrency limit, so that a request is sent as soon as the rate limit lets it pass.
 */
export function createClient(options: ClientOptions): Client {
  const { clock, observer } = options;
  const serverClock = new ServerClock(clock);
  let transport: Transport | undefined;
  const once: Send = async (call) => {
    transport ??= loadTransport(options);
    const reply = await transport(call);
    serverClock.observe(reply);
    return parseReply(call, reply);
  };
  const queued = withConcurrencyLimit(withRateLimit(once, clock, observer), options.maxConcurrentRequests);
  const send = withRetry(withObserver(queued, observer, clock), options);
  return {
    send: options.isReadOnly ? readOnly(send) : send,
    serverTime: () => serverClock.now(),
    close: async () => transport?.close(),
  };
}

/** Loads undici, which takes as long as the rest of the package, and only requests need it. */
function loadTransport(options: TransportOptions): Transport {
  const { createTransport } = require("./transport") as typeof import("./transport");
  return createTransport(options);
}
