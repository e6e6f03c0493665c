/** A value that survives JSON unchanged: what the state can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value of a JSON text; undefined when it is none (no JSON text means undefined). A whole number that JavaScript
 * would round, such as a 64-bit id, comes as the text of its digits.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, MAY_BE_ROUNDED.test(text) ? exact : undefined) as unknown;
  } catch {
    return undefined;
  }
}

const MAY_BE_ROUNDED = /\d{16}/;

/** JSON.parse hands over a number's own digits as well. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const digits = context?.source ?? "";
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits) ? digits : value;
}

/** One text per value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
