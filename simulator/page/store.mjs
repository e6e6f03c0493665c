/** What the simulator has sent: one item by key, such as "tasks/<id>". */
export class Store {
  /** Whether the items are those of the first event of a connection. */
  isFirst = true;
  #items = new Map();
  /** The simulator's clock minus this computer's. */
  #ahead = 0;
  #events = 0;

  /** Takes an event, and returns the groups of items that it has changed. */
  take({ now, items }) {
    this.isFirst = this.#events === 0;
    this.#events += 1;
    this.#ahead = now - Date.now();
    for (const [key, item] of Object.entries(items)) {
      if (item === null) this.#items.delete(key);
      else this.#items.set(key, item);
    }
    return new Set(Object.keys(items).map((key) => key.split("/", 1)[0]));
  }

  /** Begins a new connection. */
  clear() {
    this.#items.clear();
    this.#events = 0;
  }

  get(key) {
    return this.#items.get(key);
  }

  /** The entries of one group, in order of arrival. */
  entries(group) {
    return [...this.#items].filter(([key]) => key.startsWith(`${group}/`));
  }

  now() {
    return Date.now() + this.#ahead;
  }
}
