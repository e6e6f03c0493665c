import type { JsonObject } from "../../sdk/src/util/json";

/** The keys from a value to a nested value. */
export type Path = Array<string | number>;

/** The paths of all nested values. */
export function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, inner]) =>
    placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

/** A copy with another value at the path. If `put` is undefined, the value is removed. */
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

/** The path as a text, such as `routes[0].nexthop`. */
export function pathText(path: Path): string {
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return text.replace(/^\./, "");
}
