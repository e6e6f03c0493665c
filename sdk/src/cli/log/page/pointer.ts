import type { Chart } from "./chart";
import { byId, place } from "./dom";

/** A shorter movement is a click. */
const DRAG_PIXELS = 5;
const WHEEL_FACTOR = 1.0018;

const scroller = byId("chart");
const list = byId("rows");

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
  followDrag(chart, select);
}

/** Firefox counts lines. */
const pixels = (event: WheelEvent): number => event.deltaY * (event.deltaMode === 1 ? 20 : 1);

/** The row and the bar below the pointer. */
function below(target: EventTarget | null): { index: number; item?: number } | undefined {
  const row = (target as Element | null)?.closest<HTMLElement>(".row");
  const bar = (target as Element | null)?.closest<HTMLElement>(".bar");
  return row
    ? { index: Number(row.dataset.index), ...(bar && { item: Number(bar.dataset.item) }) }
    : undefined;
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
    selection.hidden = false;
    const [left, right] = [Math.min(from.x, clientX), Math.max(from.x, clientX)];
    const start = chart.timeAt(left) * chart.scale.pixelsPerMs;
    place(selection, start, right - left);
  });
  window.addEventListener("pointerup", ({ clientX }) => {
    if (from === undefined) return;
    const found = below(from.target);
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
