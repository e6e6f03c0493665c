import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";

/** What a recording of the terminal must not have. */
const UNWANTED = {
  "a script": /<script|<foreignObject|\son\w+=|javascript:/i,
  "a reference to another file": /\shref=|url\(|@import/i,
  "an address or a folder of the machine": /127\.0\.0\.1|localhost|file:|\/(?:tmp|home|root|Users|work)\//,
};

const REQUIRED = {
  "a title": /<title id="title">.+<\/title>/,
  "a description": /<desc id="description">.+<\/desc>/,
  "a style for readers who do not want animations": /prefers-reduced-motion:reduce/,
};

const MAX_BYTES = 120_000;

/** The commands of the recording. */
export const COMMANDS = [
  "pulumi up --yes --skip-preview",
  "pulumi cancel --yes",
  "pulumi refresh --clear-pending-creates --yes --skip-preview --non-interactive",
];

/** What is wrong with the file of a recording. */
export function problemsOf(file: string): string[] {
  const svg = readFileSync(file, "utf8");
  const bytes = statSync(file).size;
  return [
    ...namesOf(UNWANTED, (pattern) => pattern.test(svg)).map((name) => `has ${name}`),
    ...namesOf(REQUIRED, (pattern) => !pattern.test(svg)).map((name) => `lacks ${name}`),
    ...(bytes > MAX_BYTES ? [`has ${bytes} bytes`] : []),
  ].map((problem) => `${basename(file)} ${problem}`);
}

function namesOf(patterns: Record<string, RegExp>, matches: (pattern: RegExp) => boolean): string[] {
  return Object.entries(patterns)
    .filter(([, pattern]) => matches(pattern))
    .map(([name]) => name);
}

export function descriptionOf(file: string): string {
  return /<desc .+?>(.+?)<\/desc>/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
}

/** The lines that the terminal shows, each once. */
export function linesOf(file: string): string[] {
  const texts = readFileSync(file, "utf8").matchAll(/<text .*?>(.*?)<\/text>/gs);
  const lines = [...texts].map(([, words = ""]) =>
    words.replaceAll("</tspan>", " ").replace(/<.*?>/g, "").trim(),
  );
  return [...new Set(lines)];
}
