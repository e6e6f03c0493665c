import type { JsonObject } from "../../sdk/src/util/json";

/** The keys that lead to a value inside of another one. */
export type Path = Array<string | number>;

/** Every place in a value, also those of lists and objects, but not the value itself. */
export function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

/** The same value with another at one place, or without a value there if `put` is undefined. */
export function changedAt(value: JsonObject, path: Path, put: unknown): JsonObject {
  const copy = structuredClone(value);
  const last = path.at(-1) as string;
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, key) => (inner as JsonObject)[key as string], copy) as Record<string, unknown>;
  if (put === undefined) delete holder[last];
  else holder[last] = put;
  return copy;
}
