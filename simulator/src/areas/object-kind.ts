import type { z } from "zod";
import { notFound } from "../core/problem";

/** One kind of objects of an area. Control endpoints, the seed file and the page use the kinds of all areas. */
export interface ObjectKind<Item = unknown, Addition = unknown, Change = unknown> {
  /** Unique among all areas: the path of its control endpoints below /_simulator, and its key in the seed file. */
  readonly name: string;
  readonly addition: z.ZodType<Addition>;
  /** Absent if nothing of an object can be changed. */
  readonly change?: z.ZodType<Change>;
  /** In order of creation. */
  all(): readonly Item[];
  idOf(item: Item): string | number;
  /** The JSON of an object, if it is not the object itself. */
  asJson?(item: Item): unknown;
  /** May change an existing object instead. */
  add(addition: Addition): Item;
  apply?(item: Item, change: Change): void;
  remove(item: Item): void;
}

export function objectKind<Item, Addition, Change = never>(
  kind: ObjectKind<Item, Addition, Change>,
): ObjectKind {
  return kind as ObjectKind;
}

export interface ListedObject {
  readonly id: string;
  /** As JSON. */
  readonly object: unknown;
}

export function listed(kind: ObjectKind, item: unknown): ListedObject {
  return { id: String(kind.idOf(item)), object: kind.asJson ? kind.asJson(item) : item };
}

export function findItem(kind: ObjectKind, id: string): unknown {
  const found = kind.all().find((item) => String(kind.idOf(item)) === id);
  if (found === undefined) throw notFound(`There is no object ${id} in ${kind.name}.`);
  return found;
}
