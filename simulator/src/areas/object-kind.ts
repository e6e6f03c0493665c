import type { z } from "zod";

/**
 * One kind of objects of an area, as control endpoints, the seed file and the page use it. They get the kinds from the
 * register of areas.
 */
export interface ObjectKind {
  /** Unique among all areas: the path of its control endpoints below /_simulator, and its key in the seed file. */
  readonly name: string;
  /** What an object may be added as. */
  readonly addition: z.ZodType;
  /** What of an object may be changed; absent if nothing can be. */
  readonly change?: z.ZodType;
  /** In order of creation. */
  list(): readonly ListedObject[];
  /** Takes what `addition` has checked, and returns the id. */
  add(addition: unknown): string;
  /** Takes what `change` has checked. The object exists. */
  apply(id: string, change: unknown): void;
  /** The object exists. */
  remove(id: string): void;
}

export interface ListedObject {
  readonly id: string;
  /** As JSON. */
  readonly object: unknown;
}

interface ObjectKindSpec<Record, Addition, Change> {
  readonly name: string;
  readonly all: () => readonly Record[];
  readonly idOf: (record: Record) => string | number;
  /** The JSON of an object, if it is not the record itself. */
  readonly asJson?: (record: Record) => unknown;
  readonly addition: z.ZodType<Addition>;
  /** May change an existing object instead. */
  readonly add: (addition: Addition) => Record;
  readonly change?: z.ZodType<Change>;
  readonly apply?: (record: Record, change: Change) => void;
  readonly remove: (record: Record) => void;
}

export function objectKind<Record, Addition, Change = never>(
  spec: ObjectKindSpec<Record, Addition, Change>,
): ObjectKind {
  const { asJson = (record) => record } = spec;
  const idOf = (record: Record): string => String(spec.idOf(record));
  const find = (id: string): Record => {
    const found = spec.all().find((record) => idOf(record) === id);
    if (found === undefined) throw new Error(`${spec.name} has no object ${id}.`);
    return found;
  };
  return {
    name: spec.name,
    addition: spec.addition,
    ...(spec.change && { change: spec.change }),
    list: () => spec.all().map((record) => ({ id: idOf(record), object: asJson(record) })),
    add: (addition) => idOf(spec.add(addition as Addition)),
    apply: (id, change) => spec.apply?.(find(id), change as Change),
    remove: (id) => spec.remove(find(id)),
  };
}
