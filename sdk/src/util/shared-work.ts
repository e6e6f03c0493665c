/** Work that several callers wait for. It is aborted when the last of them stops waiting. */
export class SharedWork<T> {
  private readonly abort = new AbortController();
  private readonly result: Promise<T>;
  private waiters = 0;

  constructor(
    work: (signal: AbortSignal) => Promise<T>,
    /** Called when the last caller stops waiting. */
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
