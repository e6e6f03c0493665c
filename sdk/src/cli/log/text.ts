import { truncate } from "../../util/text";

/** "1 request", "2 requests". */
export function count(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`;
}

/** The rows with aligned columns. Spaces at the end of a line are cut off. */
export function table(rows: readonly string[][], gap: number): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) =>
    rows.reduce((widest, row) => Math.max(widest, row[index]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd((widths[index] ?? 0) + gap))
      .join("")
      .trimEnd(),
  );
}

/** The line, cut off at the width of the terminal. */
export function fitted(line: string, width: number): string {
  return line.length <= width ? line : truncate(line, width - 1);
}

/** A head and items. Further lines begin below the first item. Spaces within an item are no places for a new line. */
export function hanging(head: string, items: readonly string[], width: number): string {
  const text = items.map((item) => item.replaceAll(" ", "\u00a0")).join(", ");
  const lines = wrapped(text, width, " ".repeat(head.length)).map((line) => line.trimEnd());
  return `${head}${lines.join("\n").replaceAll("\u00a0", " ").slice(head.length)}`;
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
