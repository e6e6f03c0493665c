import { isObject, type Json, type JsonObject } from "../util/json";

/**
 * The optional inputs that are declared here, in as few bytes as it takes: a letter each (see
 * ResourceHandler.optional), and for what is inside a list a letter with the item's number, such as `p2`.
 */
export function lettersOf(inputs: JsonObject, optional: Record<string, string>): string {
  return join(
    Object.entries(optional).flatMap(([path, letter]) =>
      declarations(inputs, path.split(".")).map((item) => letter + item),
    ),
  );
}

/** Whether the letters say that an input was declared, by its path: `a.b`, or `a[2].b` in a list. */
export function isLettered(letters: string, path: string, optional: Record<string, string>): boolean {
  const item = /\[(\d+)\]/.exec(path)?.[1] ?? "";
  const letter = optional[path.replace(/\[\d+\]/, "[]")];
  return letter !== undefined && split(letters).includes(letter + item);
}

/** Both together: a change that breaks off must forget neither what was declared nor what is. */
export function unite(one: string, other: string): string {
  return join([...split(one), ...split(other)]);
}

/** The letters of these inputs alone. */
export function only(letters: string, optional: Record<string, string>): string {
  return join(split(letters).filter((letter) => Object.values(optional).includes(letter.charAt(0))));
}

function split(letters: string): string[] {
  return letters.match(/[a-z]\d*/g) ?? [];
}

function join(letters: string[]): string {
  return [...new Set(letters)].sort().join("");
}

/** One entry where the path is declared: empty, or the number of the list's item that declares it. */
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
