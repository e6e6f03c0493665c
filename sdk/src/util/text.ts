/** How much of a text of the platform is searched: what comes later neither names a cause nor is printed. */
const MAX_SEARCHED_CHARS = 64 * 1024;
const MAX_LINE_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 16_000;
const MAX_NAME_LENGTH = 60;

/** The part of a text that regular expressions may search, so that no reply can keep them busy. */
export function searchablePart(text: string): string {
  return text.slice(0, MAX_SEARCHED_CHARS);
}

/**
 * A text of the platform as part of a printed sentence: one line of a bounded length that neither a terminal, nor
 * Pulumi, nor a CI runner takes for anything but text.
 */
export function printableLine(text: string, longest = MAX_LINE_LENGTH): string {
  const line = withoutControls(searchablePart(text)).replace(/\s+/g, " ").trim();
  return truncate(withoutMarkup(line), longest);
}

/** A whole message: the same, but its lines and their indentation are ours and stay. */
export function printableText(text: string): string {
  const lines = searchablePart(text).split("\n");
  return truncate(lines.map((line) => withoutMarkup(withoutControls(line))).join("\n"), MAX_TEXT_LENGTH);
}

/** The beginning of a text that may be long, as a name of something. */
export function printableName(text: string): string {
  return printableLine(text, MAX_NAME_LENGTH);
}

/** Control characters, invisible ones, those that turn the direction of writing, and halves of characters. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function withoutControls(text: string): string {
  return text.replace(CONTROLS, " ");
}

/**
 * A backslash breaks up what is a command to somebody: `::` at the beginning of a line and `##[`, `##vso[` anywhere to
 * CI runners, and `<{%` to Pulumi, which colours text by such tags.
 */
function withoutMarkup(line: string): string {
  return line
    .replace(/^( *)::/, "$1\\::")
    .replace(/#(?=#)/g, "#\\")
    .replace(/<(?=\{%)/g, "<\\");
}

function truncate(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not in the middle of a character.
  const kept = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
