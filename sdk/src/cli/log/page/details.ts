import type { Item, OperationItem, RequestItem, Row } from "./data";
import { byId, element } from "./dom";
import { duration, lookOf, notedWaits, offset, resultOf, titleOf } from "./format";

/** A row with more items than this shows those around the chosen one. */
const MAX_ITEMS = 400;

const panel = byId("details");
const title = byId("details-title");
const content = byId("details-content");

/** Shows what is known about a row, and marks one of its items. */
export function showDetails(row: Row, chosen: number | undefined): void {
  title.replaceChildren(element("bdi", {}, row.name));
  const operations = row.items.filter((item) => item.kind === "operation");
  content.replaceChildren(
    element("div", {}, facts(row), ...operations.map(operationOf)),
    element("div", {}, ...table(row, chosen)),
  );
  panel.hidden = false;
  content.scrollTop = 0;
  content.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
}

export function hideDetails(): void {
  panel.hidden = true;
}

function facts(row: Row): HTMLElement {
  const entries: [string, string | undefined][] = [
    ["Type", row.type],
    ["URN", row.urn],
    ["Id", row.id],
    ["Time", `${duration(row.end - row.start)}, from ${offset(row.start, 1)} to ${offset(row.end, 1)}`],
  ];
  const shown = entries.filter(([, value]) => value);
  return element(
    "dl",
    { class: "about" },
    ...shown.flatMap(([label, value = ""]) => [
      element("dt", {}, label),
      element("dd", {}, element("bdi", {}, value)),
    ]),
  );
}

function operationOf(item: OperationItem): HTMLElement {
  const { taskMs, pollMs, lockMs } = item;
  const waits = Object.entries({ tasks: taskMs, polling: pollMs, lock: lockMs }).filter(([, ms]) => ms >= 1);
  const time = [duration(item.end - item.start), ...waits.map(([label, ms]) => `${label} ${duration(ms)}`)];
  const line = element("p", {}, element("strong", {}, titleOf(item)), ` after ${time.join(", ")}`);
  // The message of an error ends with its code.
  const hasCode = item.code === undefined || item.message?.endsWith(`[${item.code}]`) === true;
  const code = hasCode ? [] : [element("code", {}, item.code ?? "")];
  const message = item.message === undefined ? [] : [element("p", { class: "message" }, item.message)];
  if (code.length > 0) line.append(" ", ...code);
  return element("div", { class: `result ${lookOf(item)}` }, line, ...message);
}

function table(row: Row, chosen: number | undefined): HTMLElement[] {
  const items = row.items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => item.kind !== "operation")
    .sort((a, b) => a.item.start - b.item.start);
  if (items.length === 0) return [];
  const place = items.findIndex(({ index }) => index === chosen);
  const first = Math.max(0, Math.min(place - MAX_ITEMS / 2, items.length - MAX_ITEMS));
  const shown = items.slice(first, first + MAX_ITEMS);
  const rest = items.length - shown.length;
  const note = rest > 0 ? [element("p", { class: "note" }, `${rest} more are not shown.`)] : [];
  const head = ["At", "What", "Result", "Time", "Waits before", "Request id"];
  const headRow = element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)));
  const lines = shown.map(({ item, index }) => lineOf(item, index === chosen));
  return [
    element(
      "div",
      { class: "table", tabindex: 0, role: "region", "aria-label": "Requests and tasks" },
      element("table", {}, element("thead", {}, headRow), element("tbody", {}, ...lines)),
    ),
    ...note,
  ];
}

function lineOf(item: Item, isChosen: boolean): HTMLElement {
  const cells = [
    element("td", { class: "number" }, offset(item.start, 1)),
    element("td", { class: "what" }, ...whatOf(item)),
    element("td", { class: `state ${lookOf(item)}` }, resultOf(item)),
    element("td", { class: "number" }, duration(item.end - item.start)),
    element("td", {}, item.kind === "request" ? waitTexts(item) : ""),
    element("td", { class: "id" }, item.kind === "request" ? (item.requestId ?? "") : ""),
  ];
  return element("tr", isChosen ? { class: "chosen" } : {}, ...cells);
}

function whatOf(item: Item): (Node | string)[] {
  const text = element("bdi", {}, titleOf(item));
  if (item.kind === "request" && item.attempt > 1)
    return [text, element("small", {}, `attempt ${item.attempt}`)];
  if (item.kind !== "task") return [text];
  const changes = item.changes.map(({ at, state }) => `${state} ${offset(at, 1)}`);
  return [text, element("small", {}, `${item.id} · ${changes.join(" → ")}`)];
}

const waitTexts = (item: RequestItem): string =>
  notedWaits(item)
    .map(({ label, ms }) => `${label} ${duration(ms)}`)
    .join(", ");
