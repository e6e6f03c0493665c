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
    return JSON.parse(MAY_BE_ROUNDED.test(text) ? quoteLongNumbers(text) : text) as unknown;
  } catch {
    return undefined;
  }
}

/** Where a number begins: after each of its digits the others would be counted again. */
const MAY_BE_ROUNDED = /(?:^|\D)\d{16}/;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
/** By the code of a character: whether a number can have it. */
const NUMERIC = Uint8Array.from({ length: 128 }, (_, code) =>
  "-+.eE0123456789".includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * The same JSON with the numbers that JavaScript would round as texts. One pass over the characters, because a reviver
 * of JSON.parse is called for every value, and gets the digits only from Node 21 on.
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

/** JSON text of any value. A value from a reply may be nested deeper than can be written out. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "…";
  }
}

/** One text per value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
