import assert from "node:assert";

/** A clock that moves to the next sleeper as soon as nothing else happens. */
export class SimulatedClock {
  #time = 0;
  /** @type {Set<{ due: number, wake: () => void }>} */
  #sleepers = new Set();

  /** @param {() => number} random */
  constructor(random) {
    this.random = random;
  }

  now() {
    return this.#time;
  }

  wallTime() {
    return this.#time;
  }

  /**
   * @param {number} ms
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      };
      const wake = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const sleeper = { due: this.#time + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  /**
   * Runs until the work has ended.
   *
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async run(work) {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (;;) {
      // A macrotask starts when all settled promises have been handled.
      await new Promise(setImmediate);
      if (isOver) return work;
      assert(this.#sleepers.size > 0, "The work waits for something other than this clock.");
      this.#wakeNext();
    }
  }

  #wakeNext() {
    this.#time = [...this.#sleepers].reduce((next, { due }) => Math.min(next, due), Number.POSITIVE_INFINITY);
    for (const sleeper of [...this.#sleepers].filter(({ due }) => due === this.#time)) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
