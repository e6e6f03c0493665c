import type { Dispatcher } from "undici";
import { keyMask, type Mask } from "../../util/secrets";
import type { Call, RawReply } from "./call";
import { type Connections, createConnections } from "./connect";
import { ExchangeError, toPlatformError } from "./no-reply";
import { type ProxyServer, proxyFor } from "./proxy";

export interface TransportOptions {
  baseUrl: string;
  apiKey: string;
  /** Milliseconds from the first byte of a request to the last byte of its reply. */
  requestTimeout: number;
  maxConcurrentRequests: number;
  /** With 0, no request is repeated. */
  maxRetries: number;
  userAgent: string;
  network?: Network | undefined;
}

/** What carries the requests to the platform. */
export interface Network {
  connect(options: TransportOptions, proxy: ProxyServer | undefined): Connections;
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  after(ms: number, work: () => void): () => void;
}

export const systemNetwork: Network = {
  connect: createConnections,
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export type Transport = ((call: Call) => Promise<RawReply>) & { close(): Promise<void> };

/** A change that has been sent is awaited for this time after a cancellation: its reply shows whether it took effect. */
const CHANGE_GRACE_MS = 4_000;
/** Bytes that are read of an error reply: no message is longer, and searching more text would cost time. */
const MAX_ERROR_BYTES = 1024 * 1024;

/** Sends requests to the platform over pools of connections. */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, requestTimeout, network = systemNetwork } = options;
  const proxy = proxyFor(baseUrl);
  const connections = network.connect(options, proxy);
  const mask = keyMask(options.apiKey);
  const send = async (call: Call): Promise<RawReply> => {
    call.signal?.throwIfAborted();
    const request = requestOf(call, options);
    const grace = call.method === "GET" ? 0 : CHANGE_GRACE_MS;
    const limits = { timeout: requestTimeout, grace, after: network.after };
    const reply = await exchange(connections.for(call), request, call, limits).catch((error: unknown) => {
      throw error instanceof ExchangeError ? toPlatformError(call, error, mask, proxy) : error;
    });
    return withoutKey(reply, mask);
  };
  return Object.assign(send, { close: () => connections.close() });
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

interface ExchangeLimits extends Pick<Network, "after"> {
  /** Milliseconds from the first byte of the request to the last byte of the reply. */
  timeout: number;
  /** Milliseconds that a request which has been sent still has once the signal has aborted. With 0, it ends at once. */
  grace: number;
}

/**
 * Sends one request and reads the complete reply. A signal that aborts while the request waits for a connection ends
 * the exchange at once, and the request is not sent later.
 *
 * undici's own `request` (8.12) does not fit: its signal has no effect until there is a connection, and its errors do
 * not show whether a byte of the request was sent.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, onStep }: Pick<Call, "signal" | "onStep">,
  { timeout, grace, after }: ExchangeLimits,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    /** Closes the connection. Undefined until the request has one. */
    let abort: (() => void) | undefined;
    let isSettled = false;
    const timers: Array<() => void> = [];
    const head = { status: 0, headers: {} };
    const parts: Buffer[] = [];
    let size = 0;

    /** The first outcome settles the exchange. */
    const settle = (outcome: () => void) => {
      if (isSettled) return;
      isSettled = true;
      for (const stop of timers) stop();
      signal?.removeEventListener("abort", onSignal);
      outcome();
    };
    const fail = (error: unknown) =>
      settle(() => {
        reject(error);
        abort?.();
      });
    const onSignal = () => {
      const reason: unknown = signal?.reason;
      const end = () => fail(abort ? new ExchangeError("signal", reason) : reason);
      // Not by a timer, even of 0 ms: until that fires, a broken connection or a reply could be the outcome instead.
      if (abort === undefined || grace === 0) end();
      else timers.push(after(grace, end));
    };
    const finish = () => {
      const longest = head.status < 300 ? size : MAX_ERROR_BYTES;
      const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, longest));
      settle(() => resolve({ ...head, text }));
    };

    signal?.addEventListener("abort", onSignal);
    dispatcher.dispatch(request, {
      /** The request has a connection, which is about to send its first byte. */
      onRequestStart(controller) {
        abort = () => controller.abort(new ExchangeError("failure"));
        if (isSettled) return abort();
        onStep?.("connected");
        // A reply that arrived while this process was busy is read before the timeout counts.
        timers.push(after(timeout, () => setImmediate(() => fail(new ExchangeError("timeout")))));
      },
      onResponseStart(_, status, headers) {
        const first = Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? ""]);
        Object.assign(head, { status, headers: Object.fromEntries(first) });
      },
      onResponseData(_, part) {
        parts.push(part);
        size += part.length;
        if (head.status < 300 || size <= MAX_ERROR_BYTES) return;
        finish();
        abort?.();
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => fail(new ExchangeError(abort ? "failure" : "no connection", error)),
    });
  });
}
