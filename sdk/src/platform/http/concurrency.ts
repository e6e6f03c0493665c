import type { Send } from "./call";
import { notSent } from "./no-reply";

/** A counting semaphore that serves its callers in order. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();

  constructor(private available: number) {}

  /** Resolves when the caller may proceed; it must call `release` then. Rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.available > 0) {
        this.available -= 1;
        return resolve();
      }
      const start = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = () => {
        this.waiting.delete(start);
        reject(signal?.reason);
      };
      this.waiting.add(start);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.available += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

/**
 * Sends at most `maxConcurrent` requests at the same time, first come first served. A waiting request whose signal
 * aborts ends at once and is never sent. undici's own queue does not support this.
 */
export function withConcurrencyLimit(send: Send, maxConcurrent: number): Send {
  const semaphore = new Semaphore(maxConcurrent);
  return async (call) => {
    await semaphore.acquire(call.signal).catch((reason: unknown) => {
      throw notSent(call, reason);
    });
    try {
      return await send(call);
    } finally {
      semaphore.release();
    }
  };
}
