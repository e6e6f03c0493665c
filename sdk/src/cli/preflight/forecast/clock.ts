import assert from "node:assert";
import type { Clock } from "../../../util/clock";
import type { Random } from "./random";

interface Sleeper {
  due: number;
  wake(): void;
}

/** A clock whose time passes at once: it goes to the next sleeper as soon as nothing else happens. */
export class SimulatedClock implements Clock {
  private time = 0;
  private readonly sleepers = new Set<Sleeper>();

  constructor(readonly random: Random) {}

  now(): number {
    return this.time;
  }

  wallTime(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const sleeper = { due: this.time + ms, wake };
      this.sleepers.add(sleeper);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /** Runs until the work has ended. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (;;) {
      // All promises that are settled run before a macrotask.
      await new Promise(setImmediate);
      if (isOver) return work;
      // Otherwise the work waits for nothing that can happen.
      assert(this.sleepers.size > 0);
      this.wakeNext();
    }
  }

  private wakeNext(): void {
    let due = Number.POSITIVE_INFINITY;
    for (const sleeper of this.sleepers) due = Math.min(due, sleeper.due);
    this.time = due;
    for (const sleeper of [...this.sleepers]) {
      if (sleeper.due > due) continue;
      this.sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
