import { Chart } from "./chart";
import type { Row, RunData } from "./data";
import { hideDetails, showDetails } from "./details";
import { byId, element } from "./dom";
import { followPointer } from "./pointer";
import { chosenRows } from "./rows";

const ZOOM_STEP = 1.6;
const PAN_PIXELS = 120;

const data = JSON.parse(byId("data").textContent ?? "") as RunData;
const filter = byId<HTMLInputElement>("filter");
const failures = byId<HTMLInputElement>("failures");
const order = byId<HTMLSelectElement>("order");
const list = byId("rows");

showHeader();
const chart = new Chart(data);
/** The row whose details are open. */
let opened: Row | undefined;
choose();

function showHeader(): void {
  byId("title").textContent = data.title;
  // As in the log and in the summary.
  const started = { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" } as const;
  byId("started").textContent = `${new Date(data.startedAt).toLocaleString("en-GB", started)} UTC`;
  for (const [label = "", ...items] of data.totals)
    byId("totals").append(element("div", {}, element("dt", {}, label), element("dd", {}, items.join(", "))));
  const failed = data.rows.filter((row) => row.isFailed).length;
  byId("failures-label").textContent = `Only failures (${failed.toLocaleString("en")})`;
  failures.disabled = failed === 0;
}

function choose(): void {
  const rows = chosenRows(data.rows, {
    text: filter.value,
    onlyFailures: failures.checked,
    order: order.value,
  });
  chart.show(rows);
  byId("empty").hidden = rows.length > 0;
  const all = data.rows.length.toLocaleString("en");
  byId("count").textContent =
    rows.length === data.rows.length ? `${all} rows` : `${rows.length.toLocaleString("en")} of ${all} rows`;
}

function select(index: number, item?: number): void {
  chart.activate(index);
  open(item);
}

function open(item?: number): void {
  opened = chart.activeRow;
  if (opened) showDetails(opened, item);
  list.classList.toggle("opened", opened !== undefined);
  list.focus({ preventScroll: true });
}

function close(): void {
  if (opened === undefined) return;
  opened = undefined;
  hideDetails();
  list.classList.remove("opened");
  list.focus({ preventScroll: true });
}

/** The keys of the list. Other keys scroll, as everywhere. */
const KEYS: Readonly<Record<string, () => void>> = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  PageDown: () => move(chart.rowsOnScreen),
  PageUp: () => move(-chart.rowsOnScreen),
  Home: () => move(-Number.MAX_SAFE_INTEGER),
  End: () => move(Number.MAX_SAFE_INTEGER),
  ArrowLeft: () => byId("chart").scrollBy({ left: -PAN_PIXELS }),
  ArrowRight: () => byId("chart").scrollBy({ left: PAN_PIXELS }),
  Enter: () => open(),
  " ": () => open(),
  "+": () => zoom(ZOOM_STEP),
  "=": () => zoom(ZOOM_STEP),
  "-": () => zoom(1 / ZOOM_STEP),
  "0": () => chart.fit(),
};

/** Open details follow the active row. */
function move(rows: number): void {
  chart.step(rows);
  if (opened) open();
}

const zoom = (factor: number): void => chart.zoom(factor);

list.addEventListener("keydown", (event) => {
  const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  filter.focus();
});
for (const input of [filter, failures, order]) input.addEventListener("input", choose);
byId("zoom-in").addEventListener("click", () => zoom(ZOOM_STEP));
byId("zoom-out").addEventListener("click", () => zoom(1 / ZOOM_STEP));
byId("zoom-fit").addEventListener("click", () => chart.fit());
byId("close").addEventListener("click", close);
byId("zoom-row").addEventListener("click", () => {
  if (opened === undefined) return;
  const around = (opened.end - opened.start) / 20;
  chart.zoomTo({ start: opened.start - around, end: opened.end + around });
});
followPointer(chart, select);
