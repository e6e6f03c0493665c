import { type Dispatcher, util } from "./undici";

/** A complete reply. */
export interface Received {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** A request without a complete reply. */
export class ExchangeError extends Error {
  constructor(
    readonly ended: "signal" | "timeout" | "failure",
    /** Whether any byte of the request may have been sent. */
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
  /** How many bytes of an error reply's body are read; the connection is closed after a longer body. */
  maxErrorBytes: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds that a request which has been sent still has once the signal has aborted. */
  grace: number;
}

/**
 * Sends one request and reads the complete reply. A signal that aborts while the request waits for a connection ends
 * the exchange at once, and the request is not sent later.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeout, maxErrorBytes, signal, grace }: ExchangeOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let abort: (() => void) | undefined;
    const timers: NodeJS.Timeout[] = [];
    let head = { status: 0, headers: {} };
    const parts: Buffer[] = [];
    let size = 0;

    const settle = (outcome: () => void) => {
      if (settled) return;
      settled = true;
      timers.forEach(clearTimeout);
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
      if (abort === undefined || grace === 0) fail("signal", signal?.reason);
      else timers.push(setTimeout(() => fail("signal", signal?.reason), grace));
    };
    signal?.addEventListener("abort", onSignal);

    dispatcher.dispatch(request, {
      /** The request has a connection, which is about to send its first byte. */
      onConnect(stop) {
        if (settled) return stop();
        abort = stop;
        // A reply that arrived while this process was busy is read before the timeout counts.
        timers.push(setTimeout(() => setImmediate(() => fail("timeout")), timeout));
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
