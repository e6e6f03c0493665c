import type { Row } from "./data";

export interface Choice {
  text: string;
  onlyFailures: boolean;
  order: string;
}

const COMPARE: Readonly<Record<string, (a: Row, b: Row) => number>> = {
  start: (a, b) => a.start - b.start,
  duration: (a, b) => b.end - b.start - (a.end - a.start),
  name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
};

/** The rows that a reader wants to see. Each word of the text must be in the row. */
export function chosenRows(rows: readonly Row[], { text, onlyFailures, order }: Choice): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const compare = COMPARE[order] ?? COMPARE.start;
  return rows
    .filter((row) => (!onlyFailures || row.isFailed) && words.every((word) => searchText(row).includes(word)))
    .toSorted(compare);
}

const searchTexts = new WeakMap<Row, string>();

function searchText(row: Row): string {
  const known = searchTexts.get(row);
  if (known !== undefined) return known;
  const parts = [row.name, row.type, row.urn, row.id, ...row.items.flatMap(Object.values)];
  const text = parts
    .filter((part) => typeof part !== "object")
    .join("\n")
    .toLowerCase();
  searchTexts.set(row, text);
  return text;
}
