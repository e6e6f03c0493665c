import { z } from "zod";

type Kept = Map<unknown, unknown> | Set<unknown>;

/** How everything was at one moment. */
export type Moment = ReadonlyMap<Kept, Kept>;

/** One value of the memory, with the schema that reads it back from JSON. */
interface Cell {
  readonly schema: z.ZodType;
  save(): unknown;
  load(saved: unknown): void;
}

/** A value that is part of the memory. */
export interface Value<T> {
  get(): T;
  set(value: T): void;
}

/** Version of the JSON that `save` returns. Raise it when a state of an older version can no longer be read. */
const FORMAT = 1;

/**
 * Everything that the platform remembers: the only copy, which areas work on directly. It can be saved as JSON and
 * loaded again, it reports changes, and it can be looked at as it was at an earlier moment. Records in it are replaced
 * and never changed in place.
 */
export class Memory {
  readonly #parts = new Map<string, Map<string, Cell>>();
  readonly #lagging: Kept[] = [];
  readonly #listeners: (() => void)[] = [];
  #looking = false;

  /** The memory of one area. */
  part(name: string): MemoryPart {
    const cells = this.#parts.get(name) ?? new Map<string, Cell>();
    this.#parts.set(name, cells);
    return new MemoryPart(cells, this.#lagging, () => this.#changed());
  }

  /** The listener may be called several times for one change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  now(): Moment {
    return new Map(this.#lagging.map((each) => [each, copyOf(each)]));
  }

  /** Looks at everything as it was at a moment; what the look changes is forgotten. */
  asOf<T>(moment: Moment, look: () => T): T {
    const now = this.now();
    this.#looking = true;
    restore(moment);
    try {
      return look();
    } finally {
      restore(now);
      this.#looking = false;
    }
  }

  /** What `load` accepts. A part or cell that is absent is empty: older states do not have the areas that came later. */
  schema(): z.ZodType<SavedMemory> {
    const parts = [...this.#parts].map(([name, cells]) => [name, partSchema(cells)]);
    return z.strictObject({
      format: z.literal(FORMAT),
      areas: z.strictObject(Object.fromEntries(parts)),
    }) as unknown as z.ZodType<SavedMemory>;
  }

  save(): SavedMemory {
    const parts = [...this.#parts].filter(([, cells]) => cells.size > 0);
    const saved = parts.map(([name, cells]) => [
      name,
      Object.fromEntries([...cells].map(([cell, { save }]) => [cell, save()])),
    ]);
    return { format: FORMAT, areas: Object.fromEntries(saved) };
  }

  /** Takes what the schema has checked. */
  load({ areas }: SavedMemory): void {
    for (const [part, saved] of Object.entries(areas)) {
      for (const [cell, value] of Object.entries(saved)) this.#parts.get(part)?.get(cell)?.load(value);
    }
  }

  #changed(): void {
    if (this.#looking) return;
    for (const listener of this.#listeners) listener();
  }
}

/** The whole memory as JSON, by area. */
export interface SavedMemory {
  readonly format: typeof FORMAT;
  readonly areas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface RecordsOptions {
  /** false: `Memory.asOf` shows these records as they are now. */
  readonly lagging?: boolean;
}

/** The memory of one area. Each value in it has a name, by which the saved memory finds it. */
export class MemoryPart {
  readonly #cells: Map<string, Cell>;
  readonly #lagging: Kept[];
  readonly #changed: () => void;

  constructor(cells: Map<string, Cell>, lagging: Kept[], changed: () => void) {
    this.#cells = cells;
    this.#lagging = lagging;
    this.#changed = changed;
  }

  /** Records by their key, in order of insertion. */
  records<K, V>(
    name: string,
    schema: z.ZodType<V>,
    keyOf: (record: V) => K,
    { lagging = true }: RecordsOptions = {},
  ): Map<K, V> {
    const records = new WatchedMap<K, V>(this.#changed);
    if (lagging) this.#lagging.push(records);
    this.#add(name, {
      schema: z.array(schema),
      save: () => [...records.values()],
      load: (saved) => fill(records, saved as V[], keyOf),
    });
    return records;
  }

  ids<T>(name: string, schema: z.ZodType<T>): Set<T> {
    const ids = new WatchedSet<T>(this.#changed);
    this.#lagging.push(ids);
    this.#add(name, {
      schema: z.array(schema),
      save: () => [...ids],
      load: (saved) => restoreSet(ids, saved as T[]),
    });
    return ids;
  }

  value<T>(name: string, schema: z.ZodType<T>, initial: T): Value<T> {
    let current = initial;
    const value: Value<T> = {
      get: () => current,
      set: (next) => {
        current = next;
        this.#changed();
      },
    };
    this.#add(name, { schema, save: value.get, load: (saved) => value.set(saved as T) });
    return value;
  }

  #add(name: string, cell: Cell): void {
    if (this.#cells.has(name)) throw new Error(`The memory already has a value "${name}".`);
    this.#cells.set(name, cell);
  }
}

class WatchedMap<K, V> extends Map<K, V> {
  readonly #changed: () => void;

  constructor(changed: () => void) {
    super();
    this.#changed = changed;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    this.#changed();
    return this;
  }

  override delete(key: K): boolean {
    const had = super.delete(key);
    if (had) this.#changed();
    return had;
  }

  override clear(): void {
    super.clear();
    this.#changed();
  }
}

class WatchedSet<T> extends Set<T> {
  readonly #changed: () => void;

  constructor(changed: () => void) {
    super();
    this.#changed = changed;
  }

  override add(value: T): this {
    super.add(value);
    this.#changed();
    return this;
  }

  override delete(value: T): boolean {
    const had = super.delete(value);
    if (had) this.#changed();
    return had;
  }

  override clear(): void {
    super.clear();
    this.#changed();
  }
}

function partSchema(cells: ReadonlyMap<string, Cell>): z.ZodType {
  const fields = [...cells].map(([name, { schema }]) => [name, schema.exactOptional()]);
  return z.strictObject(Object.fromEntries(fields)).exactOptional();
}

function copyOf(kept: Kept): Kept {
  return kept instanceof Map ? new Map(kept) : new Set(kept);
}

function restore(moment: Moment): void {
  for (const [kept, was] of moment) {
    if (kept instanceof Set) restoreSet(kept, was.values());
    else restoreMap(kept, (was as Map<unknown, unknown>).entries());
  }
}

function restoreSet<T>(set: Set<T>, values: Iterable<T>): void {
  set.clear();
  for (const value of values) set.add(value);
}

function restoreMap<K, V>(map: Map<K, V>, entries: Iterable<readonly [K, V]>): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

function fill<K, V>(map: Map<K, V>, records: readonly V[], keyOf: (record: V) => K): void {
  restoreMap(
    map,
    records.map((record) => [keyOf(record), record] as const),
  );
}
