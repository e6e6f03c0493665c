import type { Item, RequestItem, Row } from "./data";

/** A duration for people: 412 ms, 8.2 s, 3 min 12 s, 1 h 4 min. */
export function duration(ms: number): string {
  if (ms < 1) return ms <= 0 ? "0 ms" : "< 1 ms";
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_950 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${part(seconds % 60, "s")}`;
  return `${Math.floor(minutes / 60)} h${part(minutes % 60, "min")}`;
}

const part = (count: number, unit: string): string => (count === 0 ? "" : ` ${count} ${unit}`);

/** A time since the beginning of the run, with as many digits as the step of the axis shows. */
export function offset(ms: number, step: number): string {
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(digits)} s`;
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - whole * 60).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, "0");
  return whole < 60
    ? `${whole}:${rest}`
    : `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, "0")}:${rest}`;
}

export type Look =
  | "operation"
  | "operation failed"
  | "good"
  | "refused"
  | "bad"
  | "retry"
  | "task"
  | "task failed";

/** The class of an item, which decides its colour. */
export function lookOf(item: Item): Look {
  if (item.kind === "operation") return isFailure(item.outcome) ? "operation failed" : "operation";
  if (item.kind === "task") return item.state === "ERROR" ? "task failed" : "task";
  if (item.kind === "retry") return "retry";
  return lookOfRequest(item);
}

function lookOfRequest({ status, error }: RequestItem): Look {
  if (status === undefined || error !== undefined || status >= 500) return "bad";
  return status >= 400 ? "refused" : "good";
}

function isFailure(outcome: string): boolean {
  return outcome !== "done" && outcome !== "gone";
}

/** An item in a few words. */
export function titleOf(item: Item): string {
  switch (item.kind) {
    case "operation":
      return `${item.operation}: ${item.outcome}`;
    case "request":
      return `${item.method} ${item.path}`;
    case "retry":
      return "Pause before the request is sent again";
    case "task":
      return `Task ${item.type ?? item.id}`;
  }
}

export function resultOf(item: Item): string {
  switch (item.kind) {
    case "operation":
      return item.code === undefined ? item.outcome : `${item.outcome}, ${item.code}`;
    case "request":
      return [item.status ?? item.error ?? "no reply", item.code].filter(Boolean).join(", ");
    case "retry":
      return "";
    case "task":
      return item.state;
  }
}

/** The waits of a request, in their order. */
export function waitsOf(item: RequestItem): { look: string; label: string; ms: number }[] {
  return [
    { look: "queued", label: "queue", ms: item.queuedMs },
    { look: "limited", label: "rate limit", ms: item.limitedMs },
    { look: "connecting", label: "connection", ms: item.connectMs },
  ].filter(({ ms }) => ms > 0);
}

/** The waits that a reader cares about: nearly each request waits for some microseconds. */
export function notedWaits(item: RequestItem): { label: string; ms: number }[] {
  return waitsOf(item).filter(({ ms }) => ms >= 1);
}

/** What happened to a resource, for readers who do not see the bars. */
export function summaryOf(row: Row): string {
  const operations = row.items.filter((item) => item.kind === "operation");
  return [...operations.map(titleOf), duration(row.end - row.start)].join(", ");
}

/** What a reader sees of an item below the pointer. */
export function tipOf(item: Item): string {
  const waits = item.kind === "request" ? notedWaits(item) : [];
  return [
    titleOf(item),
    [resultOf(item), duration(item.end - item.start)].filter(Boolean).join(" · "),
    ...waits.map(({ label, ms }) => `${label}: ${duration(ms)}`),
  ].join("\n");
}
