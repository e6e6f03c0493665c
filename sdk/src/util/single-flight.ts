/** One piece of work for all callers that need it at the same time. It is aborted when the last caller stops waiting. */
export class SingleFlight<T> {
  private readonly abort = new AbortController();
  private readonly result: Promise<T>;
  private callers = 0;
  private hasEnded = false;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.result = work(this.abort.signal).finally(() => {
      this.hasEnded = true;
    });
  }

  get isAborted(): boolean {
    return this.abort.signal.aborted;
  }

  /** The work has ended or was aborted. */
  get isOver(): boolean {
    return this.hasEnded || this.isAborted;
  }

  /**
   * The work's result. When the signal aborts first, the wait rejects with its reason. The last caller gets the error of the
   * aborted work instead, which may say more.
   */
  wait(signal?: AbortSignal): Promise<T> {
    this.callers += 1;
    if (signal === undefined) return this.result;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        this.callers -= 1;
        if (this.callers > 0) reject(signal.reason);
        else this.abort.abort(signal.reason);
      };
      this.result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }
}
