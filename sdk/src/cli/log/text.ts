import { truncate } from "../../util/text";

/** "1 request", "2 requests". */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`;
}

/** The rows with aligned columns, each followed by a gap. */
export function columns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    rows.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  );
  return rows.map((row) => row.map((cell, index) => `${cell.padEnd(widths[index] ?? 0)}  `).join(""));
}

/** The line, cut off at the width of the terminal. */
export function fitted(line: string, width: number): string {
  return line.length <= width ? line : truncate(line, width - 1);
}

/** A head and items. Further lines begin below the first item. An item that fits into a line is not broken. */
export function hanging(head: string, items: readonly string[], width: number): string {
  const room = width - head.length;
  const unbroken = items.map((item) => (item.length < room ? item.replaceAll(" ", "\u00a0") : item));
  const lines = wrapped(unbroken.join(", "), width, " ".repeat(head.length));
  const [first = "", ...others] = lines.map((line) => fitted(line.replaceAll("\u00a0", " "), width));
  return [head + first.slice(head.length), ...others].join("\n");
}

/** The text in several lines, each with the indentation. */
export function wrapped(text: string, width: number, indentation: string): string[] {
  const longest = Math.max(20, width - indentation.length);
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) as string;
    if (last !== "" && last.length + 1 + word.length > longest) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line) => indentation + line);
}
