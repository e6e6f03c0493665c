/** What the simulator has sent: one item by key, such as "tasks/<id>". */
export class Store {
  #items = new Map();
  /** The simulator's clock minus this computer's. */
  #ahead = 0;

  /** Takes an event, and returns the groups of items that it has changed. */
  take({ now, items }) {
    this.#ahead = now - Date.now();
    for (const [key, item] of Object.entries(items)) {
      if (item === null) this.#items.delete(key);
      else this.#items.set(key, item);
    }
    return new Set(Object.keys(items).map((key) => key.split("/", 1)[0]));
  }

  clear() {
    this.#items.clear();
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
