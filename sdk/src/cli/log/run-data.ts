import type {
  LogEvent,
  OperationEvent,
  PauseEvent,
  RequestEvent,
  StartEvent,
  TaskEvent,
} from "../../log/events";
import { visibleLine } from "../../util/text";
import { factsOf } from "./facts";
import type { Item, OperationItem, RequestItem, Row, RunData, Span, TaskItem } from "./page/data";
import { Rows } from "./run-rows";
import { stackOf } from "./runs";
import { eventSpan, MAX_MS, spanOfAll } from "./time";

/** Operations are behind the other bars, and requests in front. */
const LAYERS: readonly Item["kind"][] = ["operation", "task", "retry", "request"];

/**
 * What the page shows of the events of one run. `urns` has the URNs of objects that other runs of the log
 * name, by type and id.
 */
export function runDataOf(
  events: readonly LogEvent[],
  urns: ReadonlyMap<string, string> = new Map(),
): RunData {
  const rows = new Rows(events, urns);
  for (const event of events) {
    if (event.event === "operation") rows.ofOperation(event).items.push(operationItem(event));
    else if (event.event === "request") rows.ofPart(event).items.push(requestItem(event));
    else if (event.event === "pause" && event.reason === "retry")
      rows.ofPart(event).items.push({ kind: "retry", ...pauseSpan(event) });
  }
  for (const { task, targets } of tasksOf(events, rows)) for (const row of targets) row.items.push(task);
  const starts = events.filter((event) => event.event === "start");
  const { start: begin, end } = events.length > 0 ? spanOfAll(events) : { start: 0, end: 0 };
  const rowList = rows.all.filter(({ items }) => items.length > 0).map((row) => finished(row, end));
  const lengthMs = Math.max(1, end - begin);
  return {
    title: titleOf(starts),
    startedAt: new Date(begin).toISOString(),
    lengthMs,
    facts: factsOf(events, urns, lengthMs),
    rateLimits: merged(rateLimits(events)).map((span) => moved(span, begin)),
    rows: rowList.map((row) => movedRow(row, begin)).sort((a, b) => a.start - b.start),
  };
}

function titleOf(starts: readonly StartEvent[]): string {
  const known = starts.find(({ stack }) => stack !== undefined) ?? starts[0];
  return visibleLine(stackOf(known)) || "A run of Pulumi";
}

function operationItem(event: OperationEvent): OperationItem {
  const { operation, outcome, taskMs, pollMs, lockMs, code, message } = event;
  return {
    kind: "operation",
    ...eventSpan(event),
    ...{ operation, outcome, taskMs, pollMs, lockMs },
    ...(code !== undefined && { code: visibleLine(code) }),
    ...(message !== undefined && { message: visibleLine(message) }),
  };
}

function requestItem(event: RequestEvent): RequestItem {
  const { attempt, queuedMs, limitedMs, connectMs, status, code, error, requestId } = event;
  return {
    kind: "request",
    ...eventSpan(event),
    method: visibleLine(event.method),
    path: visibleLine(event.path),
    ...{ attempt, queuedMs, limitedMs, connectMs },
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code: visibleLine(code) }),
    ...(error !== undefined && { error: visibleLine(error) }),
    ...(requestId !== undefined && { requestId: visibleLine(requestId) }),
  };
}

/** A pause begins with its event. */
function pauseSpan({ time, ms }: PauseEvent): Span {
  const start = Date.parse(time);
  return { start, end: start + Math.min(ms, MAX_MS) };
}

function rateLimits(events: readonly LogEvent[]): Span[] {
  return events
    .filter((event) => event.event === "pause" && event.reason === "rate limit")
    .map((event) => pauseSpan(event as PauseEvent))
    .sort((a, b) => a.start - b.start);
}

/** Several processes pause at once, and a pause may become longer. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

/** The tasks, each with the rows that wait for it. */
function tasksOf(events: readonly LogEvent[], rows: Rows): { task: TaskItem; targets: readonly Row[] }[] {
  const groups = Map.groupBy(
    events.filter((event) => event.event === "task"),
    ({ pid, id }) => `${pid} ${id}`,
  );
  return [...groups.values()].map((group) => {
    // A clock may have gone back.
    const changes = group.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
    const [first, last] = [changes[0] as TaskEvent, changes.at(-1) as TaskEvent];
    const urns = new Set(changes.flatMap((change) => change.urns ?? []));
    const task: TaskItem = {
      kind: "task",
      start: eventSpan(first).start,
      end: Date.parse(last.time),
      id: visibleLine(first.id),
      ...(last.type !== undefined && { type: visibleLine(last.type) }),
      state: visibleLine(last.state),
      changes: changes.map(({ time, state }) => ({ at: Date.parse(time), state: visibleLine(state) })),
    };
    return {
      task,
      targets: urns.size === 0 ? [rows.shared(first)] : [...urns].map((urn) => rows.ofUrn(urn, first.pid)),
    };
  });
}

/** The row with its length. Requests without the end of their operation belong to one that the run has not finished. */
function finished(row: Row, endOfRun: number): Row {
  const items = row.items.toSorted(
    (a, b) => LAYERS.indexOf(a.kind) - LAYERS.indexOf(b.kind) || a.start - b.start,
  );
  // There may be too many for the arguments of one call.
  const start = items.reduce((first, item) => Math.min(first, item.start), Number.POSITIVE_INFINITY);
  if (row.isShared !== true && items[0]?.kind !== "operation")
    items.unshift({
      kind: "operation",
      operation: "operation",
      outcome: "unfinished",
      ...{ taskMs: 0, pollMs: 0, lockMs: 0 },
      start,
      end: endOfRun,
    });
  const end = items.reduce((last, item) => Math.max(last, item.end), Number.NEGATIVE_INFINITY);
  return { ...row, start, end, isFailed: items.some(isFailure), items };
}

function isFailure(item: Item): boolean {
  return item.kind === "operation" && item.outcome !== "done" && item.outcome !== "gone";
}

const moved = <T extends Span>(span: T, begin: number): T => ({
  ...span,
  start: span.start - begin,
  end: span.end - begin,
});

function movedRow(row: Row, begin: number): Row {
  const items = row.items.map((item) => {
    const part = moved(item, begin);
    return part.kind === "task"
      ? { ...part, changes: part.changes.map(({ at, state }) => ({ at: at - begin, state })) }
      : part;
  });
  return { ...moved(row, begin), items };
}
