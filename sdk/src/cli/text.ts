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

const LEAST_WIDTH = 20;

/** A line in parts of this width. The later parts are indented by two more than the first one. */
export function wrapText(line: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const longest = Math.max(width, indent.length + LEAST_WIDTH);
  const parts: string[] = [];
  let part = indent;
  for (const word of line.trim().split(" ")) {
    const isEmpty = part.trim() === "";
    if (!isEmpty && part.length + 1 + word.length > longest) {
      parts.push(part);
      part = `${indent}  ${word}`;
    } else part += isEmpty ? word : ` ${word}`;
  }
  return [...parts, part];
}
