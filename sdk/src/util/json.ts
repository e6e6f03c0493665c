/** A value that JSON preserves, and so a state can contain. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The properties of an object for which this holds. */
export function pick(values: JsonObject, isWanted: (name: string, value: Json) => boolean): JsonObject;
export function pick<T extends object>(
  values: T,
  isWanted: (name: string, value: unknown) => boolean,
): Partial<T>;
export function pick(values: object, isWanted: (name: string, value: never) => boolean): object {
  const wanted = Object.entries(values).filter(([name, value]) => isWanted(name, value as never));
  return Object.fromEntries(wanted);
}

/** A value for each property of an object, without those for which it is undefined. */
export function mapDefined<V>(
  values: Record<string, V>,
  map: (name: string, value: V) => unknown,
): JsonObject {
  const mapped = Object.entries(values).map(([name, value]) => [name, map(name, value)]);
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The properties of an object that are neither null nor undefined. */
export function omitNullish<T extends object>(values: T): NonNullish<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as NonNullish<T>;
}

type Optional<T> = { [K in keyof T]: null extends T[K] ? K : undefined extends T[K] ? K : never }[keyof T];
type NonNullish<T> = Omit<T, Optional<T>> & { [K in Optional<T>]?: NonNullable<T[K]> };

/**
 * Parses JSON; undefined if the text is not JSON. An integer that JavaScript would round, such as a 64-bit id, becomes a
 * string of its digits.
 */
export function parseJson(text: string): unknown {
  try {
    // A reviver is called for every value, so most texts are parsed without one.
    return JSON.parse(text, MAY_BE_ROUNDED.test(text) ? keepDigits : undefined) as unknown;
  } catch {
    return undefined;
  }
}

/** Matches only where a number begins: otherwise the search would count the digits again from every digit. */
const MAY_BE_ROUNDED = /(?:^|\D)\d{16}/;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source = "" } = context ?? {};
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value;
}

/**
 * The properties of an object as plain JSON, the only values that the engine's wire format supports. A property that JSON
 * cannot express, such as a circular one, is left out. Never throws: the platform may have been changed before.
 */
export function plainJson(object: object): JsonObject {
  const entries = Object.keys(object).map((name) => [name, propertyAsJson(object, name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}

function propertyAsJson(object: object, name: string): Json | undefined {
  try {
    const { [name]: value } = object as Record<string, unknown>;
    const text = JSON.stringify(value, (_key, inner) => (typeof inner === "bigint" ? String(inner) : inner));
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** JSON of any value. A value from a reply may be nested too deeply for JSON.stringify. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "…";
  }
}

/** The same JSON for equal values, independent of the order of their keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
