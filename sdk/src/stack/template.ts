import { isObject, type Json } from "../util/json";

/** A reference in a text, such as `${routers.edge.routes[0].nexthop}`. */
export interface Reference {
  /** Without the braces. */
  text: string;
  path: ReadonlyArray<string | number>;
}

/** The section of references to the project's configuration, such as `${config.email}`. */
export const CONFIG = "config";

/** A text as its literal parts and its references. */
export type Template = ReadonlyArray<string | Reference>;

/** The parts of a text in a stack file. A text that may be secret is one literal, because `${` may be a part of a secret. */
export function templateOf(text: string, isSecret: boolean): Template | undefined {
  return isSecret ? [text] : parseTemplate(text);
}

/** The parts of a text; undefined if a reference is invalid. `$${` stands for the characters `${`. */
export function parseTemplate(text: string): Template | undefined {
  const parts: Array<string | Reference> = [];
  const marks = /\$\$\{|\$\{([^}]*)\}?/g;
  let end = 0;
  const addLiteral = (literal: string) => {
    const previous = parts.at(-1);
    if (typeof previous === "string") parts[parts.length - 1] = previous + literal;
    else if (literal !== "") parts.push(literal);
  };
  for (const mark of text.matchAll(marks)) {
    addLiteral(text.slice(end, mark.index));
    end = mark.index + mark[0].length;
    if (mark[0] === "$${") addLiteral("${");
    else {
      const reference = mark[0].endsWith("}") ? parseReference(mark[1] as string) : undefined;
      if (reference === undefined) return undefined;
      parts.push(reference);
    }
  }
  addLiteral(text.slice(end));
  return parts;
}

/** Whether a text has no reference. */
export function isLiteral(template: Template): template is readonly string[] {
  return template.every((part) => typeof part === "string");
}

/** A path such as `routers.edge.routes[0].nexthop` or `routers["edge.eu"].id`. */
export function parseReference(text: string): Reference | undefined {
  const segment = /(?:^|\.)([\w-]+)|\[(\d+)\]|\["([^"]+)"\]/gy;
  const path: Array<string | number> = [];
  let end = 0;
  for (let match = segment.exec(text); match; match = segment.exec(text)) {
    path.push(match[2] === undefined ? ((match[1] ?? match[3]) as string) : Number(match[2]));
    end = segment.lastIndex;
  }
  return path.length > 0 && end === text.length ? { text, path } : undefined;
}

/** The value at a path inside of another one; undefined if the path does not exist. */
export function valueAt(value: unknown, path: Reference["path"]): unknown {
  return path.reduce(valueIn, value);
}

/** An item of a list or a property of an object, without what JavaScript adds to every list or object. */
function valueIn(outer: unknown, key: string | number): unknown {
  if (Array.isArray(outer)) return /^\d+$/.test(String(key)) ? outer[Number(key)] : undefined;
  return isObject(outer) && Object.hasOwn(outer, key) ? outer[key] : undefined;
}

export type Scalar = null | boolean | number | string;

/** A value with each of its scalars replaced. */
export function mapScalars<T>(
  value: Json,
  replace: (scalar: Scalar, place: string) => T,
  place: string,
): Mapped<T> {
  if (Array.isArray(value))
    return value.map((item, index) => mapScalars(item, replace, `${place}[${index}]`));
  if (!isObject(value)) return replace(value, place);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapScalars(item, replace, join(place, key))]),
  );
}

export type Mapped<T> = T | Mapped<T>[] | { [key: string]: Mapped<T> };

/** The path of a property inside of another one, in the notation of references. */
export function join(place: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${place}["${key}"]`;
  return place === "" ? key : `${place}.${key}`;
}
