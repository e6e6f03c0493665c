import { drawAxis, drawBands } from "./axis";
import type { Row, RunData, Span } from "./data";
import { byId, element } from "./dom";
import { summaryOf } from "./format";
import { drawLane } from "./lane";
import { Scale } from "./scale";

/** Rows above and below the screen that are drawn too. */
const OVERSCAN = 4;
/** Free space behind the end of the run, in pixels. */
const MARGIN = 14;

const scroller = byId("chart");
const content = byId("content");
const list = byId("rows");

/**
 * The rows under the axis, in a box that scrolls in both directions. Only the rows and bars on the screen are elements,
 * because a run may have thousands.
 */
export class Chart {
  readonly scale: Scale;
  private rows: readonly Row[] = [];
  private readonly drawn = new Map<number, HTMLElement>();
  private active = 0;
  private isPlanned = false;
  onDraw: () => void = () => {};

  constructor(private readonly data: RunData) {
    this.scale = new Scale(data.lengthMs);
    scroller.addEventListener("scroll", () => this.plan());
    new ResizeObserver(() => this.resize()).observe(scroller);
    this.resize();
  }

  show(rows: readonly Row[]): void {
    const before = this.rows[this.active];
    this.rows = rows;
    this.active = Math.max(0, before ? rows.indexOf(before) : 0);
    this.clear();
  }

  get activeRow(): Row | undefined {
    return this.rows[this.active];
  }

  rowAt(index: number): Row | undefined {
    return this.rows[index];
  }

  /** Makes a row the active one, and scrolls to it. */
  activate(index: number): void {
    this.active = Math.max(0, Math.min(index, this.rows.length - 1));
    const top = this.active * this.rowHeight;
    const visible = this.listHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + this.rowHeight > scroller.scrollTop + visible)
      scroller.scrollTop = top + this.rowHeight - visible;
    this.draw();
  }

  /** Moves by rows. */
  step(rows: number): void {
    this.activate(this.active + rows);
  }

  get rowsOnScreen(): number {
    return Math.max(1, Math.floor(this.listHeight / this.rowHeight) - 1);
  }

  /** Zooms, and keeps the time at this place of the screen where it is. */
  zoom(factor: number, x = this.left + this.namesWidth + this.viewWidth / 2): void {
    const time = this.timeAt(x);
    this.scale.zoom(factor);
    this.scrollTo(time, x);
  }

  /** Zooms to a part of the run. */
  zoomTo({ start, end }: Span): void {
    this.scale.zoom(this.viewWidth / (Math.max(end - start, 1) * this.scale.pixelsPerMs));
    this.scrollTo(start, this.left + this.namesWidth);
  }

  /** Shows a time and a row, given as a share of all rows, in the middle. */
  center(time: number, share: number): void {
    scroller.scrollLeft = time * this.scale.pixelsPerMs - this.viewWidth / 2;
    scroller.scrollTop = share * this.rows.length * this.rowHeight - this.listHeight / 2;
  }

  /** The part that the screen shows, as shares of the run and of all rows. */
  get visiblePart(): { from: number; to: number; top: number; bottom: number } {
    const share = (value: number, all: number) => Math.max(0, Math.min(1, value / Math.max(all, 1)));
    const { scrollLeft, scrollTop } = scroller;
    const height = this.rows.length * this.rowHeight;
    return {
      from: share(scrollLeft, this.scale.width),
      to: share(scrollLeft + this.viewWidth, this.scale.width),
      top: share(scrollTop, height),
      bottom: share(scrollTop + this.listHeight, height),
    };
  }

  /** Shows the whole run. A browser may keep the place of the zoom until the next layout, so it is left at once. */
  fit(): void {
    this.scale.fit();
    scroller.scrollLeft = 0;
    this.clear();
  }

  /** The time at a place of the screen, in milliseconds. */
  timeAt(x: number): number {
    return (x - this.left - this.namesWidth + scroller.scrollLeft) / this.scale.pixelsPerMs;
  }

  private get left(): number {
    return scroller.getBoundingClientRect().left;
  }

  private get namesWidth(): number {
    return this.styleNumber("--names");
  }

  private get rowHeight(): number {
    return this.styleNumber("--row");
  }

  private styleNumber(name: string): number {
    return Number.parseFloat(getComputedStyle(scroller).getPropertyValue(name));
  }

  /** The height of the screen without the axis. */
  private get listHeight(): number {
    return scroller.clientHeight - list.offsetTop;
  }

  private get viewWidth(): number {
    return scroller.clientWidth - this.namesWidth - MARGIN;
  }

  private resize(): void {
    this.scale.resize(this.viewWidth);
    this.clear();
  }

  private scrollTo(time: number, x: number): void {
    this.setSize();
    scroller.scrollLeft = time * this.scale.pixelsPerMs + this.namesWidth + this.left - x;
    this.clear();
  }

  private setSize(): void {
    content.style.width = `${this.namesWidth + this.scale.width + (this.scale.isFitted ? 0 : MARGIN)}px`;
    list.style.height = `${this.rows.length * this.rowHeight}px`;
  }

  private clear(): void {
    this.drawn.clear();
    list.replaceChildren();
    this.setSize();
    this.draw();
  }

  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      this.draw();
    });
  }

  private get shown(): Span {
    const start = scroller.scrollLeft / this.scale.pixelsPerMs;
    return { start, end: start + scroller.clientWidth / this.scale.pixelsPerMs };
  }

  private draw(): void {
    const height = this.rowHeight;
    const first = Math.max(0, Math.floor(scroller.scrollTop / height) - OVERSCAN);
    const last = Math.min(
      this.rows.length - 1,
      Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + OVERSCAN,
    );
    for (const [index, node] of this.drawn) {
      if (index >= first && index <= last) continue;
      node.remove();
      this.drawn.delete(index);
    }
    for (let index = first; index <= last; index++) this.drawRow(index, height);
    drawAxis(this.scale, this.shown);
    drawBands(this.data.rateLimits, this.scale);
    if (this.rows.length > 0) list.setAttribute("aria-activedescendant", `row-${this.active}`);
    else list.removeAttribute("aria-activedescendant");
    this.onDraw();
  }

  private drawRow(index: number, height: number): void {
    const row = this.rows[index] as Row;
    const node = this.drawn.get(index) ?? this.addRow(row, index, height);
    node.classList.toggle("active", index === this.active);
    drawLane(node.lastElementChild as HTMLElement, row, this.scale, this.shown);
  }

  private addRow(row: Row, index: number, height: number): HTMLElement {
    const node = rowElement(row, index, this.rows.length);
    node.style.top = `${index * height}px`;
    this.drawn.set(index, node);
    // The order of the elements is that of the rows, for screen readers.
    const next = [...this.drawn.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    list.insertBefore(node, next === undefined ? null : (this.drawn.get(next) as HTMLElement));
    return node;
  }
}

function rowElement(row: Row, index: number, count: number): HTMLElement {
  const mark = row.isFailed ? [element("b", { class: "mark", "aria-hidden": "true" }, "✕")] : [];
  const name = element("span", { class: "name" }, ...mark, element("bdi", {}, row.name));
  const names = element("div", { class: "names" }, name, element("bdi", { class: "type" }, row.type));
  return element(
    "div",
    {
      id: `row-${index}`,
      role: "option",
      class: row.isFailed ? "row failed" : "row",
      "data-index": index,
      "aria-posinset": index + 1,
      "aria-setsize": count,
      "aria-selected": "false",
    },
    names,
    element("span", { class: "hidden" }, summaryOf(row)),
    element("div", { class: "lane" }),
  );
}
