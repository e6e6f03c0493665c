import type { LogEvent, RequestEvent, TaskEvent } from "../../log/events";
import { printableLine, printableName } from "../../util/text";
import { kindOf, type LoggedOperation } from "./operations";
import type { Span } from "./page/data";
import { duration } from "./page/format";
import { count, fitted, table, wrapped } from "./text";
import { spanOf, spanOfAll } from "./time";

const MAX_FAILURES = 20;
const MAX_EVENTS = 12;

/** Each failed operation with its requests and the states of its tasks. */
export function failureLines(
  failed: LoggedOperation[],
  events: readonly LogEvent[],
  width: number,
): string[] {
  const tasks = events.filter((event) => event.event === "task");
  const run = spanOfAll(events);
  const left = failed.length - MAX_FAILURES;
  return [
    "Failures:",
    ...failed.slice(0, MAX_FAILURES).flatMap((operation) => [
      fitted(`  ${headingOf(operation, spanOf(operation, run))}`, width),
      ...wrapped(
        printableLine(operation.end?.message ?? "The process was killed, or still runs."),
        width,
        "    ",
      ),
      ...eventLines(
        operation,
        tasks.filter(({ urns = [] }) => urns.includes(operation.urn ?? "")),
        width,
      ),
    ]),
    ...(left > 0 ? [`  … and ${count(left, "more failure")}.`] : []),
  ];
}

function headingOf(operation: LoggedOperation, span: Span): string {
  const { name, type, end } = operation;
  const time = duration(span.end - span.start);
  if (end === undefined) return `${name}${type && ` (${type})`}: an operation has not ended after ${time}`;
  const kind = end.operation === "call" ? "" : ` (${type})`;
  const outcome = end.outcome === "partial" ? "failed, the state keeps the resource," : "failed";
  return `${name}${kind}: ${kindOf(operation)} ${outcome} after ${time}`;
}

function eventLines({ requests, end }: LoggedOperation, tasks: TaskEvent[], width: number): string[] {
  // A resource that is replaced has two operations with its URN.
  const [from, to] = end
    ? [Date.parse(end.time) - end.ms, Date.parse(end.time)]
    : [0, Number.POSITIVE_INFINITY];
  const own = tasks.filter(({ time }) => Date.parse(time) >= from - 1 && Date.parse(time) <= to + 1);
  const all = [...requests, ...own].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const shown = mostTelling(all);
  const rows = all.filter((event) => shown.has(event)).map(rowOf);
  const left = all.length - rows.length;
  return [
    ...table(rows, 2).map((line) => fitted(`    ${line}`, width)),
    ...(left > 0 ? [`    … and ${count(left, "request")} that succeeded`] : []),
  ];
}

/** The events that show best why an operation failed: failures, then changes and tasks, then the last ones. */
function mostTelling(events: (RequestEvent | TaskEvent)[]): Set<RequestEvent | TaskEvent> {
  const ranked = [...events.entries()].sort(
    ([at, one], [otherAt, other]) => rankOf(one) - rankOf(other) || otherAt - at,
  );
  return new Set(ranked.slice(0, MAX_EVENTS).map(([, event]) => event));
}

function rankOf(event: RequestEvent | TaskEvent): number {
  if (event.event === "task") return 1;
  if (event.code !== undefined) return 0;
  return event.method === "GET" ? 2 : 1;
}

function rowOf(event: RequestEvent | TaskEvent): string[] {
  return event.event === "task" ? taskRow(event) : requestRow(event);
}

function requestRow({
  time,
  method,
  path,
  status,
  error,
  attempt,
  requestId,
  wireMs,
}: RequestEvent): string[] {
  const details = [
    `${printableName(method)} ${printableLine(path)}`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(error === undefined ? [] : [printableLine(error)]),
    ...(requestId === undefined || (status ?? 0) < 400 ? [] : [`request id ${printableName(requestId)}`]),
  ];
  const result = status === undefined ? "no reply" : String(status);
  return [clockOf(time), result, duration(wireMs), details.join(", ")];
}

function taskRow({ time, id, type, state, ageMs }: TaskEvent): string[] {
  const what = type === undefined ? "" : ` (${printableName(type)})`;
  return [
    clockOf(time),
    "task",
    duration(ageMs),
    `${printableName(state)}: task ${printableName(id)}${what}`,
  ];
}

/** The time of day, with milliseconds. */
function clockOf(time: string): string {
  return time.slice(11, 23);
}
