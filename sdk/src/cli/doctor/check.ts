import { styleText } from "node:util";
import { messageOf } from "../../util/text";

/** The result of one check. A problem stops Pulumi from working; a warning does not. */
export interface Check {
  level: "ok" | "warning" | "problem";
  /** What was checked. */
  subject: string;
  text: string;
}

const COLOURS = { ok: "green", warning: "yellow", problem: "red" } as const;

/** A result as a line of the output. */
export function lineOf({ level, subject, text }: Check): string {
  const label = styleText(COLOURS[level], level.padEnd("problem".length), { stream: process.stdout });
  return `${label}  ${subject}: ${text}`;
}

export function ok(subject: string, text: string): Check {
  return { level: "ok", subject, text };
}

export function warning(subject: string, error: unknown): Check {
  return { level: "warning", subject, text: oneLine(error) };
}

export function problem(subject: string, error: unknown): Check {
  return { level: "problem", subject, text: oneLine(error) };
}

/** The complete text of an error, also if it has several lines. */
function oneLine(error: unknown): string {
  return messageOf(error).replace(/\s*\n\s*/g, " ");
}
