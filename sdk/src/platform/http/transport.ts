import { createMask, type Mask } from "../../util/secrets";
import type { Call, RawReply } from "./call";
import { createConnections } from "./connect";
import { type ExchangeError, exchange } from "./exchange";
import { MAX_REPLY_BYTES, notSent, toPlatformError } from "./no-reply";
import { proxyFor } from "./proxy";
import type { Dispatcher } from "./undici";

export interface TransportOptions {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds from the first byte of a request to the last byte of its reply. */
  requestTimeout: number;
  maxConcurrentRequests: number;
  userAgent: string;
}

export type Transport = ((call: Call) => Promise<RawReply>) & { close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 10_000;
/** A change that has been sent is awaited for this time after a cancellation: its reply shows whether it took effect. */
const CHANGE_GRACE_MS = 4_000;
/** Bytes that are read of an error reply: no message is longer, and searching more text would cost time. */
const MAX_ERROR_BYTES = 1024 * 1024;

/** Sends requests to the platform over a pool of connections. */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, requestTimeout } = options;
  const proxy = proxyFor(baseUrl);
  const connections = createConnections(
    {
      origin: new URL(baseUrl).origin,
      maxConnections: options.maxConcurrentRequests,
      timeout: Math.min(requestTimeout, CONNECT_TIMEOUT_MS),
      maxReplyBytes: MAX_REPLY_BYTES,
    },
    proxy,
  );
  const mask = createMask([options.apiKey], "[api key]");
  const send = async (call: Call): Promise<RawReply> => {
    const { method, signal, trace } = call;
    if (signal?.aborted) throw notSent(call, signal.reason);
    const request = requestOf(call, options);
    const grace = method === "GET" ? 0 : CHANGE_GRACE_MS;
    const onConnected = trace && (() => trace.connected());
    const limits = { timeout: requestTimeout, maxErrorBytes: MAX_ERROR_BYTES, signal, grace, onConnected };
    const reply = await exchange(connections, request, limits).catch((error: ExchangeError) => {
      throw toPlatformError(call, error, mask, proxy);
    });
    return withoutKey(reply, mask);
  };
  return Object.assign(send, { close: () => connections.destroy() });
}

function requestOf(
  { method, path, query, body }: Call,
  { baseUrl, apiKey, userAgent }: TransportOptions,
): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(baseUrl + path);
  return {
    origin,
    path: pathname + search,
    method,
    ...(query && { query }),
    headers: {
      authorization: `apikey ${apiKey}`,
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": userAgent,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** The platform may quote the key in a reply, so it is removed before any other code reads the reply. */
function withoutKey({ status, headers, text }: RawReply, mask: Mask): RawReply {
  const clean = Object.entries(headers).map(([name, value]) => [name, mask(value)]);
  return { status, headers: Object.fromEntries(clean), text: mask(text) };
}
