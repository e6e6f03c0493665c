import { pageNow, tableOf } from "../docs-page";
import type { Cell, Mark, Row } from "./cells";
import { FAULTS, type Fault } from "./faults";

export type Measured = ReadonlyMap<Cell, Mark | undefined>;

/** The measured part of docs/fault-tests.md. Entries that this run did not measure keep their text. */
export function measuredPart(rows: Row[], measured: Measured): string {
  const page = pageNow("fault-tests.md");
  const lines = rows.map((row) => [...headOf(row), ...entriesOf(row, measured, page)]);
  const columns = ["resource or function", "step", "operation", ...FAULTS.map(({ column }) => column)];
  const sums = sumsOf(lines.flatMap((line) => line.slice(3)));
  return [legend(), "", sums, "", tableOf([columns, ...lines])].join("\n");
}

/** The table of columns. Columns with the same meaning share a line. */
function legend(): string {
  const meanings = [...new Set(FAULTS.map(({ meaning }) => meaning))];
  const lines = meanings.map((meaning) => {
    const faults = FAULTS.filter((fault) => fault.meaning === meaning);
    return [
      faults.map(({ column }) => column).join(", "),
      faults.map(({ rule }) => `\`${rule}\``).join(", "),
      meaning,
    ];
  });
  return tableOf([["column", "fault", "what happens"], ...lines]);
}

/** How often each result is in the table. */
function sumsOf(entries: string[]): string {
  const count = (result: string) => entries.filter((entry) => entry === result).length;
  const results = [...new Set(entries)].filter((entry) => entry !== "").sort();
  return `Results: ${results.map((result) => `${count(result)} ${result}`).join(", ")}.`;
}

function headOf({ name, step, operation }: Row): string[] {
  return [name, step, `\`${operation}\``];
}

function entriesOf(row: Row, measured: Measured, page: string): string[] {
  const begin = `| ${headOf(row).join(" | ")} | `;
  const line = page.split("\n").find((each) => each.startsWith(begin)) ?? "";
  const previous = line.slice(begin.length, -" |".length).split(" | ");
  return FAULTS.map((fault, index) => entryOf(measured, row, fault) ?? previous[index] ?? "");
}

/** The marks of the cells, each once. Undefined if this run did not measure them. */
function entryOf(measured: Measured, row: Row, fault: Fault): string | undefined {
  const marks = [...measured].filter(([cell]) => cell.row === row && cell.fault === fault);
  return marks.length === 0 ? undefined : [...new Set(marks.map(([, mark]) => mark ?? ""))].join("");
}
