import type { Item, Row, RunData, Span } from "./page/data";
import { resultOf, titleOf, waitsOf } from "./page/format";

/** An event of the trace-event format. Times are microseconds. */
export type TraceEvent =
  | { ph: "M"; name: string; pid: number; tid: number; args: Readonly<Record<string, unknown>> }
  | {
      ph: "X";
      name: string;
      cat: string;
      pid: number;
      tid: number;
      ts: number;
      dur: number;
      args: Readonly<Record<string, unknown>>;
    };

interface Slice {
  name: string;
  category: string;
  /** In microseconds. */
  span: Span;
  args: Readonly<Record<string, unknown>>;
}

/** The time of an event has whole milliseconds, so a request seems to begin up to so much before its operation. */
const ROUNDING_MS = 2;

/**
 * A run in the trace-event format, which Perfetto and browsers show: a process for each process, and a thread for each
 * row. The format draws slices of a thread inside of each other, so what overlaps otherwise gets one more thread.
 */
export function traceOf(data: RunData) {
  const threads = data.rows.flatMap((row) =>
    lanesOf(slicesOf(row)).map((slices) => ({ pid: row.pid, name: threadName(row), slices })),
  );
  const pids = [...new Set(threads.map(({ pid }) => pid))];
  const pauses = data.rateLimits.map((span) => slice("rate limit", "wait", span, {}));
  if (pauses.length > 0) threads.unshift({ pid: pids[0] ?? 0, name: "Rate limit", slices: pauses });
  const traceEvents: TraceEvent[] = [
    ...pids.map((pid) => named("process_name", pid, 0, { name: `${data.title}, process ${pid}` })),
    ...threads.flatMap(({ pid, name, slices }, index) => [
      named("thread_name", pid, index + 1, { name }),
      named("thread_sort_index", pid, index + 1, { sort_index: index + 1 }),
      ...slices.map((each) => complete(each, pid, index + 1)),
    ]),
  ];
  return { displayTimeUnit: "ms", otherData: { startedAt: data.startedAt }, traceEvents };
}

const threadName = ({ name, type }: Row): string => (type ? `${name} (${type})` : name);

function named(name: string, pid: number, tid: number, args: TraceEvent["args"]): TraceEvent {
  return { ph: "M", name, pid, tid, args };
}

function complete({ name, category, span, args }: Slice, pid: number, tid: number): TraceEvent {
  return { ph: "X", name, cat: category, pid, tid, ts: span.start, dur: span.end - span.start, args };
}

function slice(name: string, category: string, { start, end }: Span, args: Slice["args"]): Slice {
  const micros = { start: Math.round(start * 1000), end: Math.round(end * 1000) };
  return { name, category, span: micros, args };
}

function slicesOf(row: Row): Slice[] {
  const operations = row.items.filter((item) => item.kind === "operation");
  return row.items.flatMap((item) => {
    const span = item.kind === "operation" ? item : within(item, operations);
    return [slice(titleOf(item), item.kind, span, argumentsOf(item, row)), ...waitSlices(item, span)];
  });
}

/** The waits at the beginning of a request. */
function waitSlices(item: Item, span: Span): Slice[] {
  if (item.kind !== "request") return [];
  let start = item.start;
  return waitsOf(item).map(({ label, ms }) => {
    const part = { start: Math.max(start, span.start), end: Math.min(start + ms, span.end) };
    start += ms;
    return slice(label, "wait", { start: Math.min(part.start, part.end), end: part.end }, {});
  });
}

/** Without the part that is only before or after its operation because times are rounded. */
function within(item: Item, operations: readonly Item[]): Span {
  const found = operations.find(
    ({ start, end }) => item.start >= start - ROUNDING_MS && item.end <= end + ROUNDING_MS,
  );
  if (found === undefined) return item;
  const start = Math.min(Math.max(item.start, found.start), found.end);
  return { start, end: Math.max(start, Math.min(item.end, found.end)) };
}

function argumentsOf(item: Item, row: Row): Slice["args"] {
  const { kind, start, end, ...facts } = item;
  const { urn, id } = row;
  const about = kind === "operation" ? { urn, resourceId: id } : {};
  return { result: resultOf(item), ...about, ...facts };
}

/** Lists in which any two slices are apart, or one is inside of the other. */
function lanesOf(slices: readonly Slice[]): Slice[][] {
  const lanes: { slices: Slice[]; open: Span[] }[] = [];
  const ordered = slices.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  for (const each of ordered) {
    const lane = lanes.find((candidate) => fits(candidate.open, each.span)) ?? { slices: [], open: [] };
    if (lane.slices.length === 0) lanes.push(lane);
    lane.slices.push(each);
    lane.open.push(each.span);
  }
  return lanes.map((lane) => lane.slices);
}

/** Removes the spans that have ended. Whether the new span is inside of the innermost one. */
function fits(open: Span[], span: Span): boolean {
  while (open.length > 0 && (open.at(-1) as Span).end <= span.start) open.pop();
  const innermost = open.at(-1);
  return innermost === undefined || span.end <= innermost.end;
}
