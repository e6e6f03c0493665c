import type { Item, Row, Span } from "./data";
import { place } from "./dom";
import { lookOf, tipOf, waitsOf } from "./format";
import type { Scale } from "./scale";

interface Bar {
  look: string;
  start: number;
  end: number;
  item: number;
}

const MIN_WIDTH = 2;

/** The bars of a row that the screen shows. Of bars that would cover each other, one is drawn. */
export function barsIn(row: Row, scale: Scale, shown: Span): HTMLElement[] {
  const drawn: HTMLElement[] = [];
  /** Where the last bar of each look ends, in pixels. */
  const ends = new Map<string, number>();
  for (const { look, start, end, item } of barsOf(row)) {
    if (end < shown.start || start > shown.end) continue;
    const left = start * scale.pixelsPerMs;
    const right = Math.max(end * scale.pixelsPerMs, left + MIN_WIDTH);
    if (right <= (ends.get(look) ?? -1) + 0.5) continue;
    ends.set(look, right);
    const bar = place(document.createElement("i"), left, right - left);
    bar.className = `bar ${look}`;
    bar.dataset.item = String(item);
    bar.title = tipOf(row.items[item] as Item);
    drawn.push(bar);
  }
  return drawn;
}

const bars = new WeakMap<Row, Bar[]>();

function barsOf(row: Row): Bar[] {
  const known = bars.get(row);
  if (known) return known;
  const made = row.items.flatMap((item, index) => partsOf(item, index));
  bars.set(row, made);
  return made;
}

function partsOf(item: Item, index: number): Bar[] {
  const look = lookOf(item);
  if (item.kind !== "request") return [{ look, start: item.start, end: item.end, item: index }];
  let start = item.start;
  const parts: Bar[] = [];
  for (const wait of waitsOf(item)) {
    parts.push({ look: `wait ${wait.look}`, start, end: start + wait.ms, item: index });
    start += wait.ms;
  }
  return [...parts, { look, start, end: item.end, item: index }];
}
