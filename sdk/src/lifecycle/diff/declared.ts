import { isObject, type Json, type JsonObject } from "../../util/json";
import type { AnyProperties } from "../property";

/** The codes of optional inputs, by path. */
export type Codes = Record<string, string>;

export function codesOf(properties: AnyProperties): Codes {
  const entries = Object.entries(properties).flatMap(([name, { code, nested = {}, transient }]) => [
    ...(code !== undefined && !transient ? [[name, code]] : []),
    ...Object.entries(nested).map(([path, inner]) => [name + path, inner.code]),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Encodes which optional inputs are declared, in as few bytes as possible: one character for each, followed by the index
 * of the item for an input inside of a list, such as `p2`.
 */
export function encodeDeclared(inputs: JsonObject, codes: Codes): string {
  return join(
    Object.entries(codes).flatMap(([path, code]) =>
      declarations(inputs, path.split(".")).map((item) => code + item),
    ),
  );
}

/** Whether an encoded text contains the input with this path: `a.b`, or `a[2].b` in a list. */
export function isDeclaredIn(encoded: string, path: string, codes: Codes): boolean {
  const item = /\[(\d+)\]/.exec(path)?.[1] ?? "";
  const generic = path.replace(/\[\d+\]/, "[]");
  return Object.hasOwn(codes, generic) && split(encoded).includes(codes[generic] + item);
}

/** The inputs that any of the encoded texts contains. */
export function unite(...encoded: string[]): string {
  return join(encoded.flatMap(split));
}

/** The part of an encoded text that is about these inputs. */
export function restrict(encoded: string, codes: Codes): string {
  return join(split(encoded).filter((entry) => Object.values(codes).includes(entry.charAt(0))));
}

function split(encoded: string): string[] {
  return encoded.match(/[a-z]\d*/g) ?? [];
}

function join(entries: string[]): string {
  return [...new Set(entries)].sort().join("");
}

/** One entry for each declaration of the path: empty, or the index of the list's item that declares it. */
function declarations(value: Json, [head = "", ...rest]: string[]): string[] {
  if (!isObject(value)) return [];
  const list = head.endsWith("[]");
  const inner = (value as JsonObject)[list ? head.slice(0, -2) : head];
  if (inner === undefined) return [];
  if (rest.length === 0) return [""];
  if (!list) return declarations(inner, rest);
  const items = Array.isArray(inner) ? inner : [];
  return items.flatMap((item, index) => (declarations(item, rest).length > 0 ? [String(index)] : []));
}
