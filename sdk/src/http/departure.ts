import type { Dispatcher } from "undici";

/** Follows one request until it is written to a connection. Until then its signal can take it back. */
export class Departure {
  hasLeft = false;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** For `Dispatcher.compose`. A request whose signal aborted while it waited for a connection is not written. */
  readonly interceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        if (this.signal?.aborted) return controller.abort(this.signal.reason);
        this.hasLeft = true;
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });

  /** Settles as `request` does; rejects at once with the signal's reason where that aborts before the request has left. */
  async settled<T>(request: Promise<T>): Promise<T> {
    const { signal } = this;
    if (signal === undefined) return request;
    let takeBack = () => {};
    const taken = new Promise<never>((_, reject) => {
      takeBack = () => {
        if (!this.hasLeft) reject(signal.reason);
      };
    });
    signal.addEventListener("abort", takeBack);
    return Promise.race([request, taken]).finally(() => signal.removeEventListener("abort", takeBack));
  }
}
