/** A value that JSON preserves, and so a state can contain. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
    return JSON.parse(MAY_BE_ROUNDED.test(text) ? quoteLongNumbers(text) : text) as unknown;
  } catch {
    return undefined;
  }
}

/** Matches only where a number begins: otherwise the search would count the digits again from every digit. */
const MAY_BE_ROUNDED = /(?:^|\D)\d{16}/;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
/** By character code: whether a number can contain the character. */
const NUMERIC = Uint8Array.from({ length: 128 }, (_, code) =>
  "-+.eE0123456789".includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Puts quotes around the numbers that JavaScript would round. This is one pass over the characters, because a reviver of
 * JSON.parse is called for every value.
 */
function quoteLongNumbers(text: string): string {
  let quoted = "";
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (NUMERIC[code]) {
      const start = at;
      while (NUMERIC[text.charCodeAt(at + 1)]) at++;
      if (isRounded(text, start, at + 1)) {
        quoted += `${text.slice(copied, start)}"${text.slice(start, at + 1)}"`;
        copied = at + 1;
      }
    }
  }
  return quoted + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

function isRounded(text: string, start: number, end: number): boolean {
  if (end - start < 16) return false;
  const number = text.slice(start, end);
  return /^-?[1-9]\d*$/.test(number) && !Number.isSafeInteger(Number(number));
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
