/** How much of a text of the platform is searched: what comes later neither names a cause nor is printed. */
const SEARCHED = 64 * 1024;
const LONGEST_LINE = 1_000;
const LONGEST_TEXT = 16_000;
const LONGEST_NAME = 60;

/** The part of a text that regular expressions may search, so that no reply can keep them busy. */
export function beginning(text: string): string {
  return text.slice(0, SEARCHED);
}

/**
 * A text of the platform as part of a printed sentence: one line of a bounded length that neither a terminal, nor
 * Pulumi, nor a CI runner takes for anything but text.
 */
export function printableLine(text: string, longest = LONGEST_LINE): string {
  const line = withoutControls(beginning(text)).replace(/\s+/g, " ").trim();
  return cut(withoutMarkup(line), longest);
}

/** A whole message: the same, but its lines and their indentation are ours and stay. */
export function printableText(text: string): string {
  const lines = beginning(text).split("\n");
  return cut(lines.map((line) => withoutMarkup(withoutControls(line))).join("\n"), LONGEST_TEXT);
}

/** The beginning of a text that may be long, as a name of something. */
export function shortened(text: string): string {
  return printableLine(text, LONGEST_NAME);
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

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not in the middle of a character.
  const kept = text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
