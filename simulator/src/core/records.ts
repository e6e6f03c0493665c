import { conflict, notFound } from "./problem";

/**
 * Records by their key, in order of insertion. Each record is a frozen copy: it is replaced and never changed in place, so an
 * earlier moment stays as it was and a test cannot change the platform by accident.
 */
export class Records<K, V> {
  readonly #records = new Map<K, V>();
  readonly #keyOf: (record: V) => K;
  readonly #noun: string;
  readonly #changed: () => void;

  constructor(keyOf: (record: V) => K, noun: string, changed: () => void) {
    this.#keyOf = keyOf;
    this.#noun = noun;
    this.#changed = changed;
  }

  all(): V[] {
    return [...this.#records.values()];
  }

  find(key: K): V | undefined {
    return this.#records.get(key);
  }

  get(key: K): V {
    const record = this.find(key);
    if (record === undefined) throw notFound(`There is no ${this.#noun} ${key}.`);
    return record;
  }

  has(key: K): boolean {
    return this.#records.has(key);
  }

  /** Adds a record, or replaces the one with the same key. */
  set(record: V): V {
    const copy = frozenCopy(record);
    this.#records.set(this.#keyOf(copy), copy);
    this.#changed();
    return copy;
  }

  /** Adds a record with a new key. */
  add(record: V): V {
    const key = this.#keyOf(record);
    if (this.has(key)) throw conflict(`There is a ${this.#noun} ${key} already.`);
    return this.set(record);
  }

  change(key: K, change: Partial<V>): V {
    return this.set({ ...this.get(key), ...change });
  }

  /** Removing a record that does not exist has no effect. */
  remove(key: K): void {
    if (this.#records.delete(key)) this.#changed();
  }

  entries(): ReadonlyMap<K, V> {
    return new Map(this.#records);
  }

  restore(entries: ReadonlyMap<K, V>): void {
    this.#records.clear();
    for (const [key, record] of entries) this.#records.set(key, frozenCopy(record));
    this.#changed();
  }
}

function frozenCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  const fields = Object.entries(value).map(([name, field]) => [name, frozenCopy(field)]);
  return Object.freeze(Object.fromEntries(fields)) as T;
}
