/** How much of a text of the platform is searched. Later parts are not printed and do not name a cause. */
const MAX_SEARCHED_CHARS = 64 * 1024;
const MAX_LINE_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 16_000;
const MAX_NAME_LENGTH = 60;

/** The part of a text that regular expressions may search, so that a huge reply cannot keep them busy. */
export function searchablePart(text: string): string {
  return text.slice(0, MAX_SEARCHED_CHARS);
}

/**
 * Text of the platform as part of a message: one line of limited length, without anything that a terminal, Pulumi or a
 * CI runner would interpret.
 */
export function printableLine(text: string, longest = MAX_LINE_LENGTH): string {
  const line = withoutControls(searchablePart(text)).replace(/\s+/g, " ").trim();
  return truncate(withoutMarkup(line), longest);
}

/** A whole message, made safe in the same way. Its line breaks and indentation are this package's, so they stay. */
export function printableText(text: string): string {
  const lines = searchablePart(text).split("\n");
  return truncate(lines.map((line) => withoutMarkup(withoutControls(line))).join("\n"), MAX_TEXT_LENGTH);
}

/** One line of a text of the platform for a page, which shows markup as text. */
export function visibleLine(text: string): string {
  return truncate(withoutControls(searchablePart(text)).replace(/\s+/g, " ").trim(), MAX_LINE_LENGTH);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A name that the platform sent, which may be long. */
export function printableName(text: string): string {
  return printableLine(text, MAX_NAME_LENGTH);
}

/** Control characters, invisible characters, direction marks and lone surrogates. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function withoutControls(text: string): string {
  return text.replace(CONTROLS, " ");
}

/**
 * A backslash breaks up commands: CI runners interpret `::` at the beginning of a line, and `##[` and `##vso[` anywhere;
 * Pulumi interprets `<{%` as a colour tag.
 */
function withoutMarkup(line: string): string {
  return line
    .replace(/^( *)::/, "$1\\::")
    .replace(/#(?=#)/g, "#\\")
    .replace(/<(?=\{%)/g, "<\\");
}

/** An id as one segment of a path, or one part of an id between slashes, in which no shell interprets anything. */
export function segment(id: number | string): string {
  return encodeURIComponent(id).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** The id in a segment. A text with a single % is none, and stays as it is. */
export function idIn(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Why a text cannot be a segment of a path. */
export function segmentProblem(text: string): string | undefined {
  if (text === "") return "not an empty text";
  if (/^\.{1,2}$/.test(text)) return 'not "." or "..", which are steps in a path';
  return /\p{Cs}/u.test(text) ? "well-formed Unicode" : undefined;
}

/** A text as a part of a regular expression. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** A noun with its indefinite article: `a Router`, `an EdgeGroupMembership`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** The beginning of a text, with an ellipsis if something is cut off. */
export function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Does not cut a surrogate pair.
  const kept = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
