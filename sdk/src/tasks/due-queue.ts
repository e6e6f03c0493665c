/** An item of a `DueQueue`. */
export interface Due {
  /** When it is due, in milliseconds since the epoch. */
  due: number;
}

/** Items in the order in which they are due: a binary heap, so that adding one of many costs little. */
export class DueQueue<T extends Due> {
  private readonly heap: T[] = [];

  first(): T | undefined {
    return this.heap[0];
  }

  add(item: T): void {
    const { heap } = this;
    let index = heap.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as T;
      if (above.due <= item.due) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = item;
  }

  take(): T | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const isRight = right < heap.length && (heap[right] as T).due < (heap[left] as T).due;
      const child = isRight ? right : left;
      const below = heap[child] as T;
      if (below.due >= last.due) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
    return first;
  }

  clear(): void {
    this.heap.length = 0;
  }
}
