import { z } from "zod";
import { Changes } from "./changes";
import { check } from "./check";
import { Records } from "./records";

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

/** All records that may lag, as they were at one moment. */
export type Moment = ReadonlyMap<Records<unknown, unknown>, ReadonlyMap<unknown, unknown>>;

/** Version of the JSON that `save` returns. Raise it when a state of an older version can no longer be read. */
const FORMAT = 1;

/**
 * Everything that the platform remembers: the only copy, which areas work on directly. It can be saved as JSON and
 * loaded again, it reports changes, and it can be read as it was at an earlier moment.
 */
export class Memory {
  readonly #parts = new Map<string, Map<string, Cell>>();
  readonly #lagging: Records<unknown, unknown>[] = [];
  /** There may be several reports of one change. */
  readonly changes = new Changes();
  #isReadingThePast = false;

  /** The memory of one area. */
  part(name: string): MemoryPart {
    const cells = this.#parts.get(name) ?? new Map<string, Cell>();
    this.#parts.set(name, cells);
    return new MemoryPart(cells, this.#lagging, () => this.#changed());
  }

  now(): Moment {
    return new Map(this.#lagging.map((records) => [records, records.entries()]));
  }

  /** Reads everything as it was at a moment. Changes that the read makes are dropped. */
  asOf<T>(moment: Moment, read: () => T): T {
    const now = this.now();
    this.#isReadingThePast = true;
    restore(moment);
    try {
      return read();
    } finally {
      restore(now);
      this.#isReadingThePast = false;
    }
  }

  /** What `load` takes. A part or cell that is absent is empty: older states do not have the areas that came later. */
  #schema(): z.ZodType<SavedMemory> {
    const parts = [...this.#parts].map(([name, cells]) => {
      const fields = [...cells].map(([cell, { schema }]) => [cell, schema.exactOptional()]);
      return [name, z.strictObject(Object.fromEntries(fields)).exactOptional()];
    });
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

  /** Takes what `save` has returned, perhaps in an earlier process. Throws without a change if it is something else. */
  load(saved: unknown): void {
    const { areas } = check(this.#schema(), saved);
    for (const [part, cells] of Object.entries(areas)) {
      for (const [cell, value] of Object.entries(cells)) this.#parts.get(part)?.get(cell)?.load(value);
    }
  }

  #changed(): void {
    if (!this.#isReadingThePast) this.changes.report();
  }
}

/** The whole memory as JSON, by area. */
export interface SavedMemory {
  readonly format: typeof FORMAT;
  readonly areas: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface RecordsOptions<K, V> {
  readonly schema: z.ZodType<V>;
  readonly keyOf: (record: V) => K;
  /** The noun of error messages. */
  readonly noun: string;
  /** false: `Memory.asOf` returns these records as they are now. */
  readonly lagging?: boolean;
}

/** The memory of one area. Each value in it has a name, by which the saved memory finds it. */
export class MemoryPart {
  readonly #cells: Map<string, Cell>;
  readonly #lagging: Records<unknown, unknown>[];
  readonly #changed: () => void;

  constructor(cells: Map<string, Cell>, lagging: Records<unknown, unknown>[], changed: () => void) {
    this.#cells = cells;
    this.#lagging = lagging;
    this.#changed = changed;
  }

  records<K, V>(name: string, { schema, keyOf, noun, lagging = true }: RecordsOptions<K, V>): Records<K, V> {
    const records = new Records(keyOf, noun, this.#changed);
    if (lagging) this.#lagging.push(records as unknown as Records<unknown, unknown>);
    this.#add(name, {
      schema: z.array(schema),
      save: () => records.all(),
      load: (saved) => records.restore(new Map((saved as V[]).map((record) => [keyOf(record), record]))),
    });
    return records;
  }

  /** Records that are nothing but their key. */
  ids<T>(name: string, schema: z.ZodType<T>): Records<T, T> {
    return this.records(name, { schema, keyOf: (id) => id, noun: "id" });
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

function restore(moment: Moment): void {
  for (const [records, entries] of moment) records.restore(entries);
}
