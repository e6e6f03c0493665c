import { notSent } from "./aborted";
import type { Send } from "./call";

/** A number of slots, given in the order of the requests for them. */
export class Semaphore {
  private readonly waiting = new Set<() => void>();

  constructor(private available: number) {}

  /** Resolves when the caller has a slot, which it must release; rejects with the signal's reason. */
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
 * Sends at most `most` requests at the same time, first come first served. A request that waits for its turn ends at
 * once when its signal aborts, and is never sent: undici's own queue knows no signals.
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
