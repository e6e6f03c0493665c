import type { Span } from "./data";
import { byId, element, place } from "./dom";
import { offset } from "./format";
import type { Scale } from "./scale";

const ticks = byId("ticks");
const list = byId("rows");

/** Draws the times above the lanes, and moves the lines behind the lanes to them. */
export function drawAxis(scale: Scale, { start, end }: Span): void {
  const { step, pixelsPerMs } = scale;
  const labels: HTMLElement[] = [];
  for (let time = Math.floor(start / step) * step; time <= end; time += step)
    labels.push(place(element("span", {}, offset(time, step)), time * pixelsPerMs, step * pixelsPerMs));
  ticks.replaceChildren(...labels);
  list.style.setProperty("--tick", `${step * pixelsPerMs}px`);
}

/** Draws the pauses of all requests, across all rows. */
export function drawBands(spans: readonly Span[], scale: Scale): void {
  const bands = byId("bands");
  bands.replaceChildren(
    ...spans.map(({ start, end }) =>
      place(element("i", { class: "band" }), start * scale.pixelsPerMs, (end - start) * scale.pixelsPerMs),
    ),
  );
}
