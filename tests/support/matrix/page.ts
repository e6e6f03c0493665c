import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../command";
import { KINDS, type Kind } from "./kinds";
import type { Cell, Mark, Row } from "./outcome";

// The part of docs/reliability.md that is measured.

const PAGE = join(root, "docs", "reliability.md");
const MARKERS = ["<!-- measured: begin -->", "<!-- measured: end -->"] as const;

export type Measured = ReadonlyMap<Cell, Mark | undefined>;

export function pageNow(): string {
  return readFileSync(PAGE, "utf8");
}

export function writePage(text: string): void {
  writeFileSync(PAGE, text);
}

/** The page with what is measured now in place of what was. */
export function pageWith(measured: Measured): string {
  const [begin, end] = MARKERS;
  const [before, , after] = pageNow().split(new RegExp(`(?<=${begin})|(?=${end})`));
  return [before, "", legend(), "", sums(measured), "", table(measured), "", after].join("\n");
}

/** Columns of one meaning are told in one line. */
function legend(): string {
  const meanings = [...new Set(KINDS.map(({ meaning }) => meaning))];
  const lines = meanings.map((meaning) => {
    const alike = KINDS.filter((kind) => kind.meaning === meaning);
    return [
      alike.map(({ column }) => column).join(", "),
      alike.map(({ fault }) => `\`${fault}\``).join(", "),
      meaning,
    ];
  });
  return tableOf([["column", "fault", "what happens"], ...lines]);
}

function sums(measured: Measured): string {
  const marks = [...measured.values()].filter((mark) => mark !== undefined);
  const count = (wanted: Mark) => marks.filter((mark) => mark === wanted).length;
  return `${marks.length} cells: ${count("✓")} ✓, ${count("●")} ●, ${count("○")} ○.`;
}

function table(measured: Measured): string {
  const rows = [...new Set([...measured.keys()].map(({ row }) => row))];
  const head = ["of", "step", "operation", ...KINDS.map(({ column }) => column)];
  const lines = rows.map((row) => [
    row.name,
    row.step,
    `\`${row.operation}\``,
    ...KINDS.map((kind) => entry(measured, row, kind)),
  ]);
  return tableOf([head, ...lines]);
}

function tableOf([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** One mark where it does not matter how often it happens. */
function entry(measured: Measured, row: Row, kind: Kind): string {
  const marks = [...measured]
    .filter(([cell]) => cell.row === row && cell.kind === kind)
    .map(([, mark]) => mark ?? "");
  return [...new Set(marks)].join("");
}
