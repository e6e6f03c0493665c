import { isObject, type Json, type JsonObject } from "../util/json";

/** The letters of the optional inputs that are declared here; see ResourceHandler.optional. */
export function lettersOf(inputs: JsonObject, optional: Record<string, string>): string {
  return Object.entries(optional)
    .filter(([path]) => isDeclared(inputs, path.split(".")))
    .map(([, letter]) => letter)
    .sort()
    .join("");
}

export function isLettered(letters: string, path: string, optional: Record<string, string>): boolean {
  return letters.includes(optional[path] ?? "\0");
}

/** Both together: a change that breaks off must forget neither what was declared nor what is. */
export function unite(one: string, other: string): string {
  return [...new Set(one + other)].sort().join("");
}

/** `a.b` is declared in {a: {b: …}}, and `a[].b` in a list when any of its items has it. */
function isDeclared(value: Json, [head = "", ...rest]: string[]): boolean {
  const list = head.endsWith("[]");
  const inner = isObject(value) ? (value as JsonObject)[list ? head.slice(0, -2) : head] : undefined;
  if (inner === undefined) return false;
  if (rest.length === 0) return true;
  return list
    ? Array.isArray(inner) && inner.some((item) => isDeclared(item, rest))
    : isDeclared(inner, rest);
}
