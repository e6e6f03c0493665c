import type { Send } from "./call";
import { notSent } from "./not-sent";

/** A number of slots, given in the order of the requests for them. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  constructor(private free: number) {}

  /** Resolves when the caller has a slot, which it must release; rejects with the signal's reason. */
  take(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.free > 0) {
        this.free -= 1;
        return resolve();
      }
      const proceed = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting.delete(proceed);
        reject(signal?.reason);
      };
      this.waiting.add(proceed);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
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
export function withQueue(send: Send, most: number): Send {
  const slots = new Slots(most);
  return async (call) => {
    await slots.take(call.signal).catch((reason: unknown) => {
      throw notSent(call, reason);
    });
    try {
      return await send(call);
    } finally {
      slots.release();
    }
  };
}
