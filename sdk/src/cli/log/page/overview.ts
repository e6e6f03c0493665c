import type { Chart } from "./chart";
import type { Row, RunData } from "./data";
import { byId, place } from "./dom";

const canvas = byId<HTMLCanvasElement>("overview-canvas");
const view = byId("overview-view");

/** The whole run in a small picture, a line for each row, with the part that the chart shows. A pointer moves that part. */
export class Overview {
  private rows: readonly Row[] = [];

  constructor(
    private readonly data: RunData,
    private readonly chart: Chart,
  ) {
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    chart.onDraw = () => this.showView();
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.moveView(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons === 1) this.moveView(event);
    });
  }

  show(rows: readonly Row[]): void {
    this.rows = rows;
    this.draw();
  }

  private draw(): void {
    const { clientWidth, clientHeight } = canvas;
    const ratio = devicePixelRatio;
    [canvas.width, canvas.height] = [clientWidth * ratio, clientHeight * ratio];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const drawAll = (isFailed: boolean, colour: string, least: number) => {
      context.fillStyle = style.getPropertyValue(colour);
      const height = Math.min(clientHeight / Math.max(this.rows.length, 1), 8);
      for (const [index, row] of this.rows.entries()) {
        if (row.isFailed !== isFailed) continue;
        const left = (row.start / this.data.lengthMs) * clientWidth;
        const width = ((row.end - row.start) / this.data.lengthMs) * clientWidth;
        context.fillRect(left, index * height, Math.max(width, least), Math.max(height, least));
      }
    };
    drawAll(false, "--overview", 1);
    drawAll(true, "--bad", 3);
    this.showView();
  }

  private showView(): void {
    const { from, to, top, bottom } = this.chart.visiblePart;
    const { clientWidth, clientHeight } = canvas;
    const used = Math.min(clientHeight, this.rows.length * 8);
    place(view, from * clientWidth, Math.max((to - from) * clientWidth, 4));
    view.style.top = `${top * used}px`;
    view.style.height = `${Math.max((bottom - top) * used, 4)}px`;
  }

  private moveView({ offsetX, offsetY }: PointerEvent): void {
    const used = Math.min(canvas.clientHeight, Math.max(1, this.rows.length) * 8);
    this.chart.center((offsetX / canvas.clientWidth) * this.data.lengthMs, offsetY / used);
  }
}
