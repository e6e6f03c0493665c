import type { JsonObject } from "./json";
import { literal } from "./text";

/** Replaces secret values in a text. */
export type Mask = (text: string) => string;

/** Shorter values are masked only as whole words: masking 5 must not change 15. */
const MIN_LENGTH_WITHIN_WORDS = 4;

/**
 * Masks the values of secret inputs. The engine prints failures, and stores them in clear text, and the platform's
 * messages may quote values of a request.
 */
export function secretMask(secret: readonly string[] = [], ...sources: JsonObject[]): Mask {
  const values = secret.flatMap((name) => sources.flatMap((source) => leaves(source[name])));
  return createMask(values, "[secret]");
}

/** A shorter key occurs in texts by chance, so masking it would make messages unreadable. */
export const isMaskedKey = (key: string) => key.length >= 8;

/** Masks an API key. */
export function keyMask(key = ""): Mask {
  return createMask(isMaskedKey(key) ? [key] : [], "[api key]");
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

/**
 * Finds values as they are, as JSON escapes them (up to three levels of JSON within JSON) and as a URL does, in any case and
 * with other white space.
 */
export function createMask(values: readonly string[], replacement: string): Mask {
  // The longest first, as one value may contain another.
  const ordered = [...new Set(values)].sort((one, other) => other.length - one.length);
  const masks = ordered.map((value) => maskOf(value, replacement));
  return (text) => masks.reduce((masked, mask) => mask(masked), text);
}

function maskOf(value: string, replacement: string): Mask {
  const [first, ...others] = piecesOf(value).map((piece) => new RegExp(patternOf(piece), "gi")) as [
    RegExp,
    ...RegExp[],
  ];
  const between = new RegExp(`(?<=${literal(replacement)}).{0,2}${literal(replacement)}`, "g");
  return (text) => {
    const masked = text.replace(first, replacement);
    if (masked === text || others.length === 0) return masked;
    // White space between two pieces is of neither.
    return others.reduce((rest, piece) => rest.replace(piece, replacement), masked).replace(between, "");
  };
}

/** V8 does not compile expressions of more than 20 KB, so a long value is searched in pieces of 48 to 95 characters. */
function piecesOf(value: string): string[] {
  return (value.match(/.{48}(?=.{48})|.+/gsu) ?? []).map((piece) => piece.trim()).filter(Boolean);
}

function patternOf(value: string): string {
  // Consecutive backslashes are one unit, because it is ambiguous which one escapes which. So is white space, because
  // messages are printed on one line.
  const spelt = (value.match(/\\+|[\s\b]+|[^\\]/gsu) ?? []).map(unitSpelling).join("");
  if (value.length >= MIN_LENGTH_WITHIN_WORDS) return spelt;
  return `${/^\w/.test(value) ? "(?<!\\w)" : ""}${spelt}${/\w$/.test(value) ? "(?!\\w)" : ""}`;
}

/** Matches a character itself or any escape of it; every level of JSON within JSON doubles the backslashes. */
function unitSpelling(unit: string): string {
  if (/[\s\b]/.test(unit)) {
    const escapes = [...new Set([...unit, " ", "\n", "\r"])].map(escapesOf);
    return `(?:[\\s\\b]|\\\\{1,4}[nrtfb]|${escapes.join("|")})+`;
  }
  if (unit.startsWith("\\"))
    return `(?:(?:${escapesOf("\\")}){${unit.length}}|\\\\{${unit.length},${unit.length * 8}})`;
  const plain = unit === '"' || unit === "/" ? `\\\\{0,7}${unit}` : literal(unit);
  // Escapes come first, because some begin with the character itself.
  return `(?:${escapesOf(unit)}|${plain})`;
}

function escapesOf(unit: string): string {
  const json = Array.from({ length: unit.length }, (_, at) => `\\\\{1,4}u${hex(unit.charCodeAt(at), 4)}`);
  const percent = [...Buffer.from(unit)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`);
  return `${json.join("")}|${percent.join("")}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
