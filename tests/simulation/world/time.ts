interface Event {
  at: number;
  order: number;
  work: () => void;
}

/** Nothing is left that could end what is awaited. */
export class Stuck extends Error {}

/**
 * Virtual time. It jumps to the next event when nothing can happen before. Between two events all promises that can settle do so,
 * in an order that only the program decides.
 */
export class Time {
  /** Milliseconds since the history began. */
  now = 0;
  private events: Event[] = [];
  private order = 0;

  /** Returns what cancels it. */
  after(ms: number, work: () => void): () => void {
    const event = { at: this.now + Math.max(0, ms), order: this.order++, work };
    this.insert(event);
    return () => {
      event.work = () => {};
    };
  }

  /** Lets time pass until the work is done. */
  async settle<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    work.then(settled, settled);
    for (let idle = 0; ; ) {
      await new Promise(setImmediate);
      if (isSettled) return work;
      const next = this.events.shift();
      if (next === undefined) {
        // Work of the package may take one more turn.
        if (++idle > 3) throw new Stuck("nothing is left to happen");
        continue;
      }
      idle = 0;
      this.now = next.at;
      next.work();
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  async pass(ms: number): Promise<void> {
    await this.settle(this.sleep(ms));
  }

  /** Lets time pass for some work alone: afterwards everything else is as before. */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    const { now, events } = this;
    this.events = [];
    try {
      return await this.settle(work());
    } finally {
      this.now = now;
      this.events = events;
    }
  }

  private insert(event: Event): void {
    const { events } = this;
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle] as Event).at <= event.at) low = middle + 1;
      else high = middle;
    }
    events.splice(low, 0, event);
  }
}
