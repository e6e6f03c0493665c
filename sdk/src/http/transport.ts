import { type Dispatcher, Pool } from "undici";
import { notSent } from "./aborted";
import type { Call, RawReply } from "./call";
import { createConnector } from "./connect";
import { MAX_REPLY_BYTES, toPlatformError } from "./connection-errors";
import { type ExchangeError, exchange, type Received } from "./exchange";
import { proxyFor } from "./proxy";
import { createRedactor, type Redact } from "./redact";

export interface TransportOptions {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds that one request may take, from its first byte to the last byte of its reply. */
  requestTimeout: number;
  maxConcurrentRequests: number;
  userAgent: string;
}

export type Transport = ((call: Call) => Promise<RawReply>) & { close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 10_000;
/** Bytes of the reply to a request that failed: no reason is longer, and what is not read costs nothing. */
const MAX_ERROR_BYTES = 1024 * 1024;

/**
 * An idle connection is closed after this time. A server may close an idle connection while a request is on its way,
 * and nobody can tell then whether a change took effect. Servers keep idle connections for longer than this time and
 * a round trip, and the requests of a busy run follow each other faster.
 */
const IDLE_LIMIT_MS = 100;

/** The way to the platform and back. */
export function createTransport(options: TransportOptions): Transport {
  const pool = createPool(options);
  const redact = createRedactor(options.apiKey);
  const send = async (call: Call): Promise<RawReply> => {
    const { method, signal } = call;
    if (signal?.aborted) throw notSent(call, signal.reason);
    const request = requestOf(call, options);
    // A change is never broken off on its way: nobody could tell whether it took effect.
    const abortable = method === "GET";
    const limits = { timeout: options.requestTimeout, maxErrorBytes: MAX_ERROR_BYTES, signal, abortable };
    const received = await exchange(pool, request, limits).catch((error: ExchangeError) => {
      throw toPlatformError(call, error, redact);
    });
    return withoutKey(received, redact);
  };
  return Object.assign(send, { close: () => pool.destroy() });
}

/** One pool per platform: its size bounds the number of requests under way. */
function createPool({ baseUrl, requestTimeout, maxConcurrentRequests }: TransportOptions): Pool {
  return new Pool(new URL(baseUrl).origin, {
    connect: createConnector(proxyFor(baseUrl), Math.min(requestTimeout, CONNECT_TIMEOUT_MS)),
    connections: maxConcurrentRequests,
    pipelining: 1,
    keepAliveTimeout: IDLE_LIMIT_MS,
    keepAliveMaxTimeout: IDLE_LIMIT_MS,
    maxResponseSize: MAX_REPLY_BYTES,
    // The exchange has one timeout for all of the reply.
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

/** The platform may quote the key back at us; nothing after this ever sees it again. */
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
