/** Work that several callers wait for. It ends early when none of them waits any more. */
export class SharedWork<T> {
  private readonly abort = new AbortController();
  private readonly result: Promise<T>;
  private waiters = 0;

  constructor(
    work: (signal: AbortSignal) => Promise<T>,
    /** Called when nobody waits any more. */
    private readonly onIdle: () => void,
  ) {
    this.result = work(this.abort.signal);
  }

  /** The work's result; rejects with the signal's reason when it aborts first. */
  async wait(signal?: AbortSignal): Promise<T> {
    this.waiters++;
    try {
      return await (signal ? orAborted(this.result, signal) : this.result);
    } finally {
      this.waiters--;
      if (this.waiters === 0) this.stop();
    }
  }

  private stop(): void {
    this.onIdle();
    this.abort.abort();
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
