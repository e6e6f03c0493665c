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
