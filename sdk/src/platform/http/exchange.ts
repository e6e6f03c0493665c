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
  options: ExchangeOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(options, resolve, reject));
  });
}

/** What happens to one request. The first outcome settles it. */
class Exchange implements Dispatcher.DispatchHandler {
  private isSettled = false;
  /** Closes the connection. Undefined until the request has one. */
  private abort: (() => void) | undefined;
  private readonly timers: NodeJS.Timeout[] = [];
  private head: Omit<Received, "body"> = { status: 0, headers: {} };
  private readonly parts: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly options: ExchangeOptions,
    private readonly resolve: (received: Received) => void,
    private readonly reject: (error: ExchangeError) => void,
  ) {
    options.signal?.addEventListener("abort", this.onSignal);
  }

  /** The request has a connection, which is about to send its first byte. */
  onConnect(stop: () => void): void {
    if (this.isSettled) {
      stop();
      return;
    }
    this.abort = stop;
    // A reply that arrived while this process was busy is read before the timeout counts.
    this.after(this.options.timeout, () => setImmediate(() => this.fail("timeout")));
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    this.head = { status, headers: util.parseHeaders(headers) };
    return true;
  }

  onData(part: Buffer): boolean {
    this.parts.push(part);
    this.size += part.length;
    if (this.head.status >= 300 && this.size > this.options.maxErrorBytes) {
      this.onComplete();
      this.abort?.();
    }
    return true;
  }

  onComplete(): void {
    const { head, size } = this;
    const longest = head.status < 300 ? size : Math.min(size, this.options.maxErrorBytes);
    const body = Buffer.concat(this.parts).subarray(0, longest);
    this.settle(() => this.resolve({ ...head, body: new TextDecoder().decode(body) }));
  }

  onError(error: Error): void {
    this.fail("failure", error);
  }

  private readonly onSignal = () => {
    const { signal, grace } = this.options;
    const end = () => this.fail("signal", signal?.reason);
    if (this.abort === undefined || grace === 0) end();
    else this.after(grace, end);
  };

  private fail(end: ExchangeError["ended"], cause?: unknown): void {
    this.settle(() => {
      this.reject(new ExchangeError(end, this.abort !== undefined, cause));
      this.abort?.();
    });
  }

  private settle(outcome: () => void): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.timers.forEach(clearTimeout);
    this.options.signal?.removeEventListener("abort", this.onSignal);
    outcome();
  }

  private after(ms: number, work: () => void): void {
    this.timers.push(setTimeout(work, ms));
  }
}
