/** Removes the API key from a text. */
export type Redact = (text: string) => string;

const REPLACEMENT = "[api key]";

/**
 * Finds the key in every encoding in which platforms and gateways commonly echo it, mixed or applied twice: JSON escapes
 * (up to three levels of JSON within JSON), percent escapes, HTML entities; and within any base64 text. A text is
 * searched once, with a precompiled regular expression. docs/configuration.md lists what the search does not find.
 */
export function createRedactor(apiKey: string): Redact {
  const [first, ...others] = piecesOf(apiKey).map(
    (piece) => new RegExp([anySpelling(piece), ...base64Spellings(piece)].join("|"), "g"),
  ) as [RegExp, ...RegExp[]];
  return (text) => {
    const firstRedacted = text.replace(first, REPLACEMENT);
    if (firstRedacted === text || others.length === 0) return firstRedacted;
    const clean = others.reduce((rest, piece) => rest.replace(piece, REPLACEMENT), firstRedacted);
    // In base64 a character between two pieces belongs to both.
    return clean.replace(/(?<=\[api key\]).{0,2}\[api key\]/g, "");
  };
}

/** V8 does not compile expressions of more than 20 KB, so a long key is searched in pieces of 48 to 95 characters. */
function piecesOf(apiKey: string): string[] {
  return apiKey.match(/.{48}(?=.{48})|.+/g) ?? [];
}

function anySpelling(text: string): string {
  // Consecutive backslashes are one unit, because it is ambiguous which one escapes which.
  return (text.match(/\\+|[^\\]/g) ?? []).map(unitSpelling).join("");
}

const NAMED_ENTITIES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** Matches a character itself or any escape of it; every level of JSON within JSON doubles the backslashes. */
function unitSpelling(unit: string): string {
  const code = unit.charCodeAt(0);
  const hex = code.toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const named = NAMED_ENTITIES[unit] ? `|${NAMED_ENTITIES[unit]}` : "";
  const entity = `(?:#(?:0{0,5}${code}|[xX]0{0,4}${hex})${named});`;
  const escapes = `\\\\{1,4}u00(?:26${entity}|${hex})|&${entity}|%(?:25){0,2}${hex}`;
  const all = unit.length === 1 ? escapes : `(?:${escapes}){${unit.length}}`;
  // Escapes come first, because some begin with the character itself.
  return `(?:${all}|${plain(unit)})`;
}

function plain(unit: string): string {
  if (unit.startsWith("\\")) return `\\\\{${unit.length},${unit.length * 8}}`;
  return unit === '"' || unit === "/" ? `\\\\{0,7}${unit}` : literal(unit);
}

function literal(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

/**
 * Base64 packs three bytes into four characters, so a text within another one has three spellings, depending on the
 * number of bytes before it. Characters that also encode a byte before it are left out.
 */
function base64Spellings(text: string): string[] {
  return [0, 1, 2].map((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(text)]);
    const shared = Math.ceil((bytesBefore * 8) / 6);
    const own = bytes.toString("base64").slice(shared, Math.floor((bytes.length * 8) / 6));
    const last = bytes.length % 3 === 0 ? "" : "[\\w+/-]?";
    return `${own.replace(/[+/]/g, (sign) => (sign === "+" ? "(?:[+-]|%2[bB])" : "(?:\\\\{0,7}/|_|%2[fF])"))}${last}(?:=|%3[dD]){0,2}`;
  });
}
