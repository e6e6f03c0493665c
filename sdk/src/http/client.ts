import type { Clock } from "../util/clock";
import type { Send } from "./call";
import { withConcurrencyLimit } from "./concurrency";
import { parseReply } from "./parse-reply";
import { withRateLimit } from "./rate-limit";
import { withRetry } from "./retry";
import { createTransport, type TransportOptions } from "./transport";

export interface ClientOptions extends TransportOptions {
  maxRetries: number;
  clock: Clock;
}

export interface Client {
  send: Send;
  close(): Promise<void>;
}

/**
 * The layers of one request, outermost first: retry, queue, rate gate, understand, transport. The gate comes after the
 * queue, so that a request that has passed the gate is sent at once.
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const once: Send = async (call) => parseReply(call, await transport(call));
  const paced = withRateLimit(once, options.clock);
  return {
    send: withRetry(withConcurrencyLimit(paced, options.maxConcurrentRequests), options),
    close: () => transport.close(),
  };
}
