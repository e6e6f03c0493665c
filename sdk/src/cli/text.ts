import { truncate } from "../util/text";

/** "1 request", "2,000 requests". */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${number(amount)} ${amount === 1 ? singular : plural}`;
}

/** "2,000". */
export function number(value: number): string {
  return value.toLocaleString("en");
}

/** A time in milliseconds since the epoch: `2026-07-03 09:12:44 UTC`. */
export function utcTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** The rows with aligned columns, and a gap between them. The last column is as wide as its text. */
export function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    rows.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row.map((cell, index) => cell.padEnd(index < row.length - 1 ? (widths[index] ?? 0) : 0)).join("  "),
  );
}

/** The line, cut off at the width of the terminal. */
export function fitted(line: string, width: number): string {
  return line.length <= width ? line : truncate(line, width - 1);
}

/** A head and items. Further lines begin below the first item. An item that fits into a line is not broken. */
export function hanging(head: string, items: readonly string[], width: number): string {
  const room = width - head.length;
  const unbroken = items.map((item) => (item.length < room ? item.replaceAll(" ", "\u00a0") : item));
  const lines = wrapText(" ".repeat(head.length) + unbroken.join(", "), width, 0);
  const [first = "", ...others] = lines.map((line) => fitted(line.replaceAll("\u00a0", " "), width));
  return [head + first.slice(head.length), ...others].join("\n");
}

const LEAST_WIDTH = 20;

/** A line in parts of this width. The later parts are indented by `hang` more than the first one. */
export function wrapText(line: string, width: number, hang = 2): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const longest = Math.max(width, indent.length + LEAST_WIDTH);
  const parts: string[] = [];
  let part = indent;
  for (const word of line.trim().split(" ")) {
    const isEmpty = part.trim() === "";
    if (!isEmpty && part.length + 1 + word.length > longest) {
      parts.push(part);
      part = indent + " ".repeat(hang) + word;
    } else part += isEmpty ? word : ` ${word}`;
  }
  return [...parts, part];
}
