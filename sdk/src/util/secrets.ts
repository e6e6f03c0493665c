import type { JsonObject } from "./json";

const REPLACEMENT = "[secret]";

/** Shorter values are masked only as whole words: masking 5 must not change 15. */
const MIN_LENGTH_WITHIN_WORDS = 4;

/**
 * Removes the values of secret inputs from texts. The engine prints failures, and stores them in clear text, and the
 * platform's messages may quote values of a request.
 */
export function secretMask(
  secret: readonly string[] = [],
  ...sources: JsonObject[]
): (text: string) => string {
  const values = new Set(secret.flatMap((name) => sources.flatMap((source) => leaves(source[name]))));
  if (values.size === 0) return (text) => text;
  const spellings = [...values].flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ]);
  // The longest first, as one value may contain another.
  const ordered = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(ordered.map(patternOf).join("|"), "gi");
  return (text) => text.replace(pattern, REPLACEMENT);
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

/** Also matches the value with its line breaks replaced by spaces, because messages are printed on one line. */
function patternOf(value: string): string {
  const text = value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/\s+/g, "\\s+");
  if (value.length >= MIN_LENGTH_WITHIN_WORDS) return text;
  const before = /^\w/.test(value) ? "(?<!\\w)" : "";
  const after = /\w$/.test(value) ? "(?!\\w)" : "";
  return before + text + after;
}
