import type { Clock } from "../../sdk/src/util/clock";

/** A clock that advances only in `advance`, from one pending sleep to the next. */
export class TestClock implements Clock {
  /** Not since the epoch: code that takes it for a date fails. */
  private time = 0;
  private startOfTime = Date.parse("2026-01-01T00:00:00Z");
  private readonly pending = new Set<{ until: number; wake: () => void }>();
  /** The result of random(). 0.5 means no jitter. */
  chance = 0.5;
  /** The durations of all sleeps, in order. */
  readonly pauses: number[] = [];

  now(): number {
    return this.time;
  }

  wallTime(): number {
    return this.startOfTime + this.time;
  }

  /** Sets the machine's clock forward, or back. */
  stepWallTime(ms: number): void {
    this.startOfTime += ms;
  }

  random(): number {
    return this.chance;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.pauses.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const entry = { until: this.time + ms, wake: resolve };
      this.pending.add(entry);
      signal?.addEventListener("abort", () => this.pending.delete(entry) && reject(signal.reason));
      return undefined;
    });
  }

  /** Wakes the sleeps of the next `ms` milliseconds in order, and lets the code that waits for each of them run. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await new Promise(setImmediate);
      const next = [...this.pending].filter((one) => one.until <= end).sort((a, b) => a.until - b.until)[0];
      if (!next) break;
      this.time = next.until;
      this.pending.delete(next);
      next.wake();
    }
    this.time = end;
  }
}
