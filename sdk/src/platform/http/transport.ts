import { notSent } from "./aborted";
import type { Call, RawReply } from "./call";
import { createConnector } from "./connect";
import { MAX_REPLY_BYTES, toPlatformError } from "./connection-errors";
import { type ExchangeError, exchange, type Received } from "./exchange";
import { proxyFor } from "./proxy";
import { createRedactor, type Redact } from "./redact";
import { type Dispatcher, Pool } from "./undici";

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

/**
 * An idle connection is closed after this time. A server may close an idle connection while a request is in flight, and
 * then it is not known whether a change took effect. Servers keep idle connections for longer than this time plus a
 * round trip, and the requests of a busy run follow each other faster.
 */
const IDLE_LIMIT_MS = 100;

/** Sends requests to the platform over a pool of connections. */
export function createTransport(options: TransportOptions): Transport {
  const pool = createPool(options);
  const redact = createRedactor(options.apiKey);
  const send = async (call: Call): Promise<RawReply> => {
    const { method, signal } = call;
    if (signal?.aborted) throw notSent(call, signal.reason);
    const request = requestOf(call, options);
    const grace = method === "GET" ? 0 : CHANGE_GRACE_MS;
    const limits = { timeout: options.requestTimeout, maxErrorBytes: MAX_ERROR_BYTES, signal, grace };
    const received = await exchange(pool, request, limits).catch((error: ExchangeError) => {
      throw toPlatformError(call, error, redact);
    });
    return withoutKey(received, redact);
  };
  return Object.assign(send, { close: () => pool.destroy() });
}

/** One pool per platform. Its size bounds the number of concurrent requests. */
function createPool({ baseUrl, requestTimeout, maxConcurrentRequests }: TransportOptions): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connect: createConnector(proxyFor(baseUrl), Math.min(requestTimeout, CONNECT_TIMEOUT_MS)),
    connections: maxConcurrentRequests,
    pipelining: 1,
    keepAliveTimeout: IDLE_LIMIT_MS,
    keepAliveMaxTimeout: IDLE_LIMIT_MS,
    maxResponseSize: MAX_REPLY_BYTES,
    // The exchange has one timeout for the whole reply.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
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
function withoutKey({ status, headers, body }: Received, redact: Redact): RawReply {
  const header = (name: string) => {
    const value = [headers[name]].flat()[0];
    return value && redact(value);
  };
  const requestId = header("x-request-id");
  const retryAfter = header("retry-after");
  const encoding = header("content-encoding")?.toLowerCase();
  return {
    status,
    contentType: header("content-type") ?? "",
    text: redact(body),
    ...(requestId && { requestId }),
    ...(retryAfter && { retryAfter }),
    ...(encoding && encoding !== "identity" && { encoding }),
  };
}
