import type { Clock } from "../util/clock";
import type { Send } from "./call";
import { withRetry } from "./retry";
import { createTransport, type TransportOptions } from "./transport";
import { understand } from "./understand";

export interface ClientOptions extends TransportOptions {
  maxRetries: number;
  clock: Clock;
}

export interface Client {
  send: Send;
  close(): Promise<void>;
}

/** The layers of one request, outermost first: retry, understand, transport. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    send: withRetry(async (call) => understand(call, await transport(call)), options),
    close: () => transport.close(),
  };
}
