import { stripVTControlCharacters, styleText } from "node:util";
import { printableName, printableText } from "../../util/text";
import type { Level } from "./finding";
import type { Report, Row } from "./report";

const LABELS: Record<Level, string> = { fails: "fails", note: "note", unchecked: "not checked", ok: "ok" };
const COLOURS = { fails: "red", note: "yellow", unchecked: "magenta", ok: "green" } as const;

/** More names are counted. */
const MAX_NAMES = 3;
const GAP = "  ";
const INDENT = "    ";

/** What a row says in each column. */
export interface Cells {
  result: string;
  step: string;
  resource: string;
  /** One text for each finding. */
  findings: string[];
}

export function cellsOf({ level, operation = "account", type, names, findings }: Row): Cells {
  const texts = findings.map((finding) => {
    const isOther = finding.level === "unchecked" && level !== "unchecked";
    return printableText(isOther ? `${LABELS.unchecked}: ${finding.text}` : finding.text);
  });
  return {
    result: LABELS[level],
    step: operation,
    resource: resourceText(printableName(type), names),
    findings: texts.length > 0 ? texts : ["as the preview shows"],
  };
}

function resourceText(type: string, names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(printableName).join(", ");
  const left = names.length - MAX_NAMES;
  return [type, shown, left > 0 ? `and ${left} more` : ""].filter(Boolean).join(" ");
}

/** The report as a table for a terminal. Findings that do not fit on the line of their step are below it. */
export function tableOf({ rows }: Report, width: number): string {
  const cells = rows.map(cellsOf);
  const widest = (column: "result" | "step" | "resource") =>
    Math.max(...cells.map(({ [column]: text }) => text.length));
  const [results, steps, resources] = [widest("result"), widest("step"), widest("resource")];
  const lines = cells.map(({ result, step, resource, findings }, index) => {
    const label = styleText(COLOURS[(rows[index] as Row).level], result, { stream: process.stdout });
    const padding = " ".repeat(results - result.length);
    const head = [label + padding, step.padEnd(steps), resource.padEnd(resources)].join(GAP);
    const [only = "", ...others] = findings;
    const line = [head, only].join(GAP);
    const fits = others.length === 0 && !only.includes("\n") && visibleLength(line) <= width;
    return fits ? line : [head.trimEnd(), ...findings.map((text) => block(text, width))].join("\n");
  });
  return lines.join("\n");
}

function visibleLength(text: string): number {
  return stripVTControlCharacters(text).length;
}

function block(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => wrapped(INDENT + line, width))
    .join("\n");
}

/** A line in parts of this width. The indentation of the later parts is larger by two. */
function wrapped(line: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const parts: string[] = [];
  let part = indent;
  for (const word of line.trim().split(" ")) {
    const isEmpty = part.trim() === "";
    if (!isEmpty && part.length + 1 + word.length > width) {
      parts.push(part);
      part = `${indent}  ${word}`;
    } else part += isEmpty ? word : ` ${word}`;
  }
  return [...parts, part];
}
