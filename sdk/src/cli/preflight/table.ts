import { stripVTControlCharacters, styleText } from "node:util";
import { wrapText } from "../text";
import { type Cells, cellsOf } from "./cells";
import type { Report } from "./report";

const COLOURS = { fails: "red", note: "yellow", unchecked: "magenta", ok: "green" } as const;
const GAP = "  ";
const INDENT = "    ";

/** The report as a table for a terminal. The results have a blank line between them, and `ok` has one line for each row. */
export function tableOf({ rows }: Report, width: number): string {
  const cells = cellsOf(rows);
  const [results, steps] = (["result", "step"] as const).map((column) =>
    Math.max(...cells.map(({ [column]: text }) => text.length)),
  ) as [number, number];
  return cells
    .flatMap((cell, index) => {
      const { level, result, step } = cell;
      const label = styleText(COLOURS[level], result, { stream: process.stdout });
      const start = [label + " ".repeat(results - result.length), step.padEnd(steps), ""].join(GAP);
      const isNewLevel = index > 0 && cells[index - 1]?.level !== level;
      return [...(isNewLevel ? [""] : []), ...linesOf(cell, start, width)];
    })
    .join("\n");
}

function linesOf({ level, resource, findings }: Cells, start: string, width: number): string[] {
  const used = stripVTControlCharacters(start).length;
  if (level !== "ok") {
    const [first = "", ...others] = wrapText(resource(), width - used);
    const head = [start + first, ...others.map((line) => " ".repeat(used) + line)];
    return [...head, ...belowOf(findings, width)];
  }
  const head = start + resource(width - used);
  const line = [head, ...findings.map(({ sentence }) => sentence)].join(GAP);
  return stripVTControlCharacters(line).length <= width ? [line] : [head, ...belowOf(findings, width)];
}

function belowOf(findings: Cells["findings"], width: number): string[] {
  return findings
    .flatMap(({ sentence, advice }) => [sentence, ...(advice === "" ? [] : advice.split("\n"))])
    .flatMap((line) => wrapText(INDENT + line, width));
}
