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
    readonly end: "signal" | "timeout" | "failure",
    /** Whether a byte of the request may have left. */
    readonly sent: boolean,
    /** The reason of the signal, or the failure of the connection. */
    override readonly cause?: unknown,
  ) {
    super(end);
  }
}

export interface ExchangeOptions {
  /** Milliseconds from the first byte of the request to the last byte of the reply. */
  timeout: number;
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
  { timeout, signal, abortable }: ExchangeOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let abort: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    let head = { status: 0, headers: {} };
    const parts: Buffer[] = [];

    const settle = (outcome: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", onSignal);
      outcome();
    };
    const fail = (end: ExchangeError["end"], cause?: unknown) =>
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
        return true;
      },
      onComplete() {
        settle(() => resolve({ ...head, body: new TextDecoder().decode(Buffer.concat(parts)) }));
      },
      onError(error) {
        fail("failure", error);
      },
    });
  });
}
