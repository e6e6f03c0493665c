import type { LogEvent, OperationEvent, PauseEvent, RequestEvent, TaskEvent } from "../../../log/events";
import { classOf, nameOf } from "../../../pulumi/names";
import { isFailed, type LoggedOperation, objectKey, operationsOf } from "../operations";
import type { Item, Row, RunData, Span, TaskItem } from "../page/data";
import { type LoggedRun, stackOf } from "../runs";
import { totalsOf } from "../summary";
import { eventSpan, pauseSpan, spanOf, spanOfAll } from "./spans";
import { timeTotals } from "./time";

/** Operations are behind the other bars, and requests in front. */
const LAYERS: readonly Item["kind"][] = ["operation", "task", "retry", "request"];

/** What a row is about. Those with one key are one row. */
interface Subject extends Pick<Row, "name" | "type" | "urn" | "id"> {
  key: string;
}

interface Part {
  subject: Subject;
  items: Item[];
  isFailed?: boolean;
}

/** What the page shows of a run. */
export function runDataOf(run: LoggedRun): RunData {
  const { events, urns, facts } = run;
  const operations = operationsOf(events, urns);
  const span = spanOfAll(events);
  const parts = [
    ...operations.map((operation) => operationPart(operation, span)),
    ...events
      .filter(isShared)
      .map((event) => ({ subject: sharedSubject(event), items: [itemOf(event, span)] })),
    ...taskParts(events, span),
  ];
  const [duration = [], amounts = [], ...others] = totalsOf(run, operations);
  const rows = [...Map.groupBy(parts, ({ subject }) => subject.key).values()].map(rowOf);
  return {
    title: stackOf(facts) || "A run of Pulumi",
    startedAt: new Date(span.start).toISOString(),
    lengthMs: Math.max(1, span.end - span.start),
    totals: [duration, amounts, ...timeTotals(operations, span), ...others],
    rateLimits: rateLimits(events, span),
    rows: rows.sort((one, other) => one.start - other.start),
  };
}

function operationPart(operation: LoggedOperation, run: Span): Part {
  const { end, requests, pauses } = operation;
  const { start, end: until } = spanOf(operation, run);
  const unfinished: Item = {
    ...{ kind: "operation", operation: "operation", outcome: "unfinished", taskMs: 0, pollMs: 0, lockMs: 0 },
    ...{ start: start - run.start, end: until - run.start },
  };
  const others = [...requests, ...pauses].map((event) => itemOf(event, run));
  const items = [end ? itemOf(end, run) : unfinished, ...others];
  return { subject: subjectOf(operation), items, isFailed: isFailed(operation) };
}

function subjectOf({ end, key, urn, name, type }: LoggedOperation): Subject {
  const id = end?.id;
  if (urn !== undefined) return { key: urn, name, type, urn, id };
  if (end?.operation === "call") return { key, name, type: "function" };
  return { key: id === undefined ? key : objectKey({ type, id }), name, type, id };
}

/** Requests such as polls, which serve several operations. */
function isShared(event: LogEvent): event is RequestEvent | PauseEvent {
  const isPart = event.event === "request" || (event.event === "pause" && event.reason === "retry");
  return isPart && event.operationId === undefined;
}

function sharedSubject({ pid }: { pid: number }): Subject {
  return { key: `shared ${pid}`, name: "Shared requests", type: `polls and lists, process ${pid}` };
}

/** Each task, for each resource that waits for it. */
function taskParts(events: readonly LogEvent[], run: Span): Part[] {
  const tasks = events.filter((event) => event.event === "task");
  return [...Map.groupBy(tasks, ({ pid, id }) => `${pid} ${id}`).values()].flatMap((changes) => {
    const { pid } = changes[0] as TaskEvent;
    const urns = [...new Set(changes.flatMap((change) => change.urns ?? []))];
    const subjects = urns.map((urn) => ({ key: urn, name: nameOf(urn), type: classOf(urn), urn }));
    const items = [taskItem(changes, run)];
    return (urns.length > 0 ? subjects : [sharedSubject({ pid })]).map((subject) => ({ subject, items }));
  });
}

function taskItem(events: TaskEvent[], run: Span): TaskItem {
  const changes = events
    .map((event) => ({ ...event, ...eventSpan(event, run.start) }))
    // A clock may have gone back.
    .sort((one, other) => one.end - other.end);
  const { id, type, state, end } = changes.at(-1) as (typeof changes)[number];
  return {
    ...{ kind: "task", id, type, state, start: changes[0]?.start ?? end, end },
    changes: changes.map((change) => ({ at: change.end, state: change.state })),
  };
}

function itemOf(event: OperationEvent | RequestEvent | PauseEvent, run: Span): Item {
  if (event.event === "pause") return { kind: "retry", ...pauseSpan(event, run.start) };
  const span = eventSpan(event, run.start);
  if (event.event === "operation") {
    const { operation, outcome, taskMs, pollMs, lockMs, code, message } = event;
    return { kind: "operation", operation, outcome, taskMs, pollMs, lockMs, code, message, ...span };
  }
  const { method, path, attempt, queuedMs, limitedMs, connectMs, status, code, error, requestId } = event;
  const waits = { queuedMs, limitedMs, connectMs };
  return { kind: "request", method, path, attempt, ...waits, status, code, error, requestId, ...span };
}

function rowOf(parts: Part[]): Row {
  const [{ subject }] = parts as [Part];
  const { key: _, ...about } = subject;
  const items = parts
    .flatMap((part) => part.items)
    .sort((one, other) => LAYERS.indexOf(one.kind) - LAYERS.indexOf(other.kind) || one.start - other.start);
  // There may be too many for the arguments of one call.
  const [start, end] = items.reduce(
    ([first, last], item) => [Math.min(first, item.start), Math.max(last, item.end)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const id = parts.findLast(({ subject }) => subject.id !== undefined)?.subject.id;
  return { ...about, id, start, end, isFailed: parts.some((part) => part.isFailed), items };
}

/** Several processes pause at once, and a pause may become longer. */
function rateLimits(events: readonly LogEvent[], run: Span): Span[] {
  const spans = events
    .filter((event) => event.event === "pause" && event.reason === "rate limit")
    .map((event) => pauseSpan(event as PauseEvent, run.start))
    .sort((one, other) => one.start - other.start);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push(span);
  }
  return merged;
}
