import { pageNow, tableOf } from "../reliability-page";
import { KINDS, type Kind } from "./kinds";
import type { Cell, Mark, Row } from "./outcome";

export type Measured = ReadonlyMap<Cell, Mark | undefined>;

/** The measured part with the entries that were measured now. An entry that was not measured stays as it is. */
export function measuredPart(rows: Row[], measured: Measured): string {
  const page = pageNow();
  const lines = rows.map((row) => [...headOf(row), ...entriesOf(row, measured, page)]);
  const columns = ["of", "step", "operation", ...KINDS.map(({ column }) => column)];
  const sums = sumsOf(lines.flatMap((line) => line.slice(3)));
  return [legend(), "", sums, "", tableOf([columns, ...lines])].join("\n");
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

/** How often each result is in the table. */
function sumsOf(entries: string[]): string {
  const count = (wanted: string) => entries.filter((entry) => entry === wanted).length;
  const results = [...new Set(entries)].filter((entry) => entry !== "").sort();
  return `Results: ${results.map((result) => `${count(result)} ${result}`).join(", ")}.`;
}

function headOf({ name, step, operation }: Row): string[] {
  return [name, step, `\`${operation}\``];
}

function entriesOf(row: Row, measured: Measured, page: string): string[] {
  const begin = `| ${headOf(row).join(" | ")} | `;
  const line = page.split("\n").find((each) => each.startsWith(begin)) ?? "";
  const known = line.slice(begin.length, -" |".length).split(" | ");
  return KINDS.map((kind, index) => entryOf(measured, row, kind) ?? known[index] ?? "");
}

/** One mark where it does not matter how often the fault happens. Undefined where it was not measured. */
function entryOf(measured: Measured, row: Row, kind: Kind): string | undefined {
  const marks = [...measured].filter(([cell]) => cell.row === row && cell.kind === kind);
  return marks.length === 0 ? undefined : [...new Set(marks.map(([, mark]) => mark ?? ""))].join("");
}
