import { type Dispatcher, util } from "undici";

/** The whole reply to a request. */
export interface Received {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** A request has no whole reply. */
export class ExchangeError extends Error {
  constructor(
    readonly ended: "signal" | "timeout" | "failure",
    /** Whether a byte of the request may have left. */
    readonly wasSent: boolean,
    /** The reason of the signal, or the failure of the connection. */
    override readonly cause?: unknown,
  ) {
    super(ended);
  }
}

export interface ExchangeOptions {
  /** Milliseconds from the first byte of the request to the last byte of the reply. */
  timeout: number;
  /** Bytes of the body that are read where the status is none of success; the connection of a longer one is closed. */
  maxErrorBytes: number;
  signal?: AbortSignal | undefined;
  /** Whether the signal also ends a request that has left. */
  abortable: boolean;
}

/**
 * Sends one request and collects the whole reply. A signal that ends before a connection has taken the request ends
 * the exchange at once, and the request is not sent later.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeout, maxErrorBytes, signal, abortable }: ExchangeOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let abort: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    let head = { status: 0, headers: {} };
    const parts: Buffer[] = [];
    let size = 0;

    const settle = (outcome: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", onSignal);
      outcome();
    };
    const finish = () => {
      const longest = head.status < 300 ? size : Math.min(size, maxErrorBytes);
      const body = Buffer.concat(parts).subarray(0, longest);
      settle(() => resolve({ ...head, body: new TextDecoder().decode(body) }));
    };
    const fail = (end: ExchangeError["ended"], cause?: unknown) =>
      settle(() => {
        reject(new ExchangeError(end, abort !== undefined, cause));
        abort?.();
      });
    const onSignal = () => {
      if (abort === undefined || abortable) fail("signal", signal?.reason);
    };
    signal?.addEventListener("abort", onSignal);

    dispatcher.dispatch(request, {
      /** A connection has taken the request and is about to send its first byte. */
      onConnect(stop) {
        if (settled) return stop();
        abort = stop;
        // Whatever came while this process was busy is read before the time counts as over.
        timer = setTimeout(() => setImmediate(() => fail("timeout")), timeout);
      },
      onHeaders(status, headers) {
        head = { status, headers: util.parseHeaders(headers) };
        return true;
      },
      onData(part) {
        parts.push(part);
        size += part.length;
        if (head.status >= 300 && size > maxErrorBytes) {
          finish();
          abort?.();
        }
        return true;
      },
      onComplete: finish,
      onError(error) {
        fail("failure", error);
      },
    });
  });
}
