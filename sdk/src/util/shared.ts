/** Work that several callers wait for. It ends early when none of them waits any more. */
export class Shared<T> {
  private readonly end = new AbortController();
  private readonly result: Promise<T>;
  private waiting = 0;

  constructor(
    work: (signal: AbortSignal) => Promise<T>,
    /** Called when nobody waits any more. */
    private readonly left: () => void,
  ) {
    this.result = work(this.end.signal);
  }

  /** The work's result; rejects with the signal's reason when it aborts first. */
  async wait(signal?: AbortSignal): Promise<T> {
    this.waiting++;
    try {
      return await (signal ? raced(this.result, signal) : this.result);
    } finally {
      this.waiting--;
      if (this.waiting === 0) this.leave();
    }
  }

  private leave(): void {
    this.left();
    this.end.abort();
  }
}

function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
