import { drawAxis, drawBands } from "./axis";
import type { Row, RunData, Span } from "./data";
import { byId, element } from "./dom";
import { summaryOf } from "./format";
import { barsIn } from "./lane";
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
  private active = 0;
  private isPlanned = false;

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
    this.redraw();
  }

  get activeRow(): Row | undefined {
    return this.rows[this.active];
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

  /** Shows the whole run. A browser may keep the place of the zoom until the next layout, so it is left at once. */
  fit(): void {
    this.scale.fit();
    scroller.scrollLeft = 0;
    this.redraw();
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
    this.redraw();
  }

  private scrollTo(time: number, x: number): void {
    this.setSize();
    scroller.scrollLeft = time * this.scale.pixelsPerMs + this.namesWidth + this.left - x;
    this.draw();
  }

  private redraw(): void {
    this.setSize();
    this.draw();
  }

  private setSize(): void {
    content.style.width = `${this.namesWidth + this.scale.width + (this.scale.isFitted ? 0 : MARGIN)}px`;
    list.style.height = `${this.rows.length * this.rowHeight}px`;
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
    const shown = this.rows.slice(first, last + 1);
    list.replaceChildren(...shown.map((row, index) => this.rowElement(row, first + index)));
    drawAxis(this.scale, this.shown);
    drawBands(this.data.rateLimits, this.scale);
    if (this.rows.length > 0) list.setAttribute("aria-activedescendant", `row-${this.active}`);
    else list.removeAttribute("aria-activedescendant");
  }

  private rowElement(row: Row, index: number): HTMLElement {
    const mark = row.isFailed ? [element("b", { class: "mark", "aria-hidden": "true" }, "✕")] : [];
    const name = element("span", { class: "name" }, ...mark, element("bdi", {}, row.name));
    const attributes = {
      id: `row-${index}`,
      role: "option",
      class: `row${row.isFailed ? " failed" : ""}${index === this.active ? " active" : ""}`,
      "data-index": index,
      "aria-posinset": index + 1,
      "aria-setsize": this.rows.length,
      "aria-selected": "false",
    };
    const node = element(
      "div",
      attributes,
      element("div", { class: "names" }, name, element("bdi", { class: "type" }, row.type)),
      element("span", { class: "hidden" }, summaryOf(row)),
      element("div", { class: "lane", "aria-hidden": "true" }, ...barsIn(row, this.scale, this.shown)),
    );
    node.style.top = `${index * this.rowHeight}px`;
    return node;
  }
}
