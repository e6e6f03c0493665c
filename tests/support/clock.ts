import type { Clock } from "../../sdk/src/util/clock";

/** A clock that stands still until everything sleeps, and then goes to the next sleeper's time. */
export class TestClock implements Clock {
  private time = Date.parse("2026-01-01T00:00:00Z");
  private readonly sleepers = new Set<{ until: number; wake: () => void }>();
  /** What random() gives; 0.5 means no jitter. */
  chance = 0.5;
  /** Every pause that was asked for, in order. */
  readonly pauses: number[] = [];

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.pauses.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { until: this.time + ms, wake: resolve };
      this.sleepers.add(sleeper);
      signal?.addEventListener("abort", () => this.sleepers.delete(sleeper) && reject(signal.reason));
      return undefined;
    });
  }

  /** Lets everybody run, then moves on to the next sleeper; until nobody sleeps or `ms` have passed. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await new Promise(setImmediate);
      const next = [...this.sleepers].filter((one) => one.until <= end).sort((a, b) => a.until - b.until)[0];
      if (!next) break;
      this.time = next.until;
      this.sleepers.delete(next);
      next.wake();
    }
    this.time = end;
  }
}
