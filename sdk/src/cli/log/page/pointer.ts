import type { Chart } from "./chart";
import type { Row } from "./data";
import { byId, place } from "./dom";
import { duration, notedWaits, resultOf, titleOf } from "./format";

/** A shorter movement is a click. */
const DRAG_PIXELS = 5;
const WHEEL_FACTOR = 1.0018;

const scroller = byId("chart");
const list = byId("rows");
const tip = byId("tip");

type Select = (index: number, item?: number) => void;

/** Lets a pointer select rows and bars, zoom by wheel, and zoom to what is dragged over. */
export function followPointer(chart: Chart, select: Select): void {
  scroller.addEventListener(
    "wheel",
    (event) => {
      const isOnAxis = (event.target as Element).closest("#axis") !== null;
      if (!event.ctrlKey && !event.metaKey && !isOnAxis) return;
      event.preventDefault();
      chart.zoom(WHEEL_FACTOR ** -pixels(event), event.clientX);
    },
    { passive: false },
  );
  list.addEventListener("pointermove", (event) => showTip(chart, event));
  list.addEventListener("pointerleave", hideTip);
  scroller.addEventListener("scroll", hideTip);
  followDrag(chart, select);
}

/** Firefox counts lines. */
const pixels = (event: WheelEvent): number => event.deltaY * (event.deltaMode === 1 ? 20 : 1);

/** What is below the pointer. */
function below(chart: Chart, target: EventTarget | null) {
  const node = (target as Element | null)?.closest<HTMLElement>(".row");
  const index = Number(node?.dataset.index);
  const row = node ? chart.rowAt(index) : undefined;
  const bar = (target as Element | null)?.closest<HTMLElement>(".bar");
  return row && { index, row, item: bar ? Number(bar.dataset.item) : undefined };
}

/** A touch scrolls. */
function followDrag(chart: Chart, select: Select): void {
  const selection = byId("selection");
  let from: { x: number; target: EventTarget | null; isOnLane: boolean } | undefined;
  const isDrag = (x: number) => from?.isOnLane === true && Math.abs(x - from.x) > DRAG_PIXELS;
  list.addEventListener("pointerdown", ({ button, clientX, pointerType, target }) => {
    if (button !== 0) return;
    const isOnLane = pointerType !== "touch" && (target as Element).closest(".names") === null;
    from = { x: clientX, target, isOnLane };
  });
  window.addEventListener("pointermove", ({ clientX }) => {
    if (from === undefined || !isDrag(clientX)) return;
    hideTip();
    selection.hidden = false;
    const [left, right] = [Math.min(from.x, clientX), Math.max(from.x, clientX)];
    const start = chart.timeAt(left) * chart.scale.pixelsPerMs;
    place(selection, start, right - left);
  });
  window.addEventListener("pointerup", ({ clientX }) => {
    if (from === undefined) return;
    const found = below(chart, from.target);
    if (isDrag(clientX)) {
      const times = [chart.timeAt(from.x), chart.timeAt(clientX)].sort((a, b) => a - b);
      chart.zoomTo({ start: times[0] as number, end: times[1] as number });
    } else if (found) select(found.index, found.item);
    from = undefined;
    selection.hidden = true;
  });
  window.addEventListener("pointercancel", () => {
    from = undefined;
    selection.hidden = true;
  });
}

function hideTip(): void {
  tip.hidden = true;
}

function showTip(chart: Chart, event: PointerEvent): void {
  const found = below(chart, event.target);
  const isShown = found?.item !== undefined && event.buttons === 0;
  tip.hidden = !isShown;
  if (!isShown) return;
  tip.textContent = tipOf(found.row, found.item as number);
  const { width, height } = tip.getBoundingClientRect();
  const under = event.clientY + 18;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, innerWidth - width - 8))}px`;
  tip.style.top = `${under + height > innerHeight ? event.clientY - height - 12 : under}px`;
}

function tipOf(row: Row, index: number): string {
  const item = row.items[index];
  if (item === undefined) return "";
  const waits = item.kind === "request" ? notedWaits(item) : [];
  return [
    titleOf(item),
    `${[resultOf(item), duration(item.end - item.start)].filter(Boolean).join(" · ")}`,
    ...waits.map(({ label, ms }) => `${label}: ${duration(ms)}`),
  ].join("\n");
}
