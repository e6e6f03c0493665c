import type { LogEvent, PauseEvent, RequestEvent } from "../../log/events";
import type { LoggedOperation } from "./operations";
import type { Span } from "./page/data";
import { duration } from "./page/format";

/** A longer time is a mistake of a log that somebody changed by hand. */
const MAX_MS = 30 * 24 * 3_600_000;

/** Where the time of the operations that have ended went, the longest part first. Without parts of less than a millisecond. */
function partsOf(operations: readonly LoggedOperation[]): { label: string; ms: number }[] {
  const sums = new Map<string, number>();
  for (const operation of operations.filter(({ end }) => end))
    for (const [label, ms] of timesOf(operation)) sums.set(label, (sums.get(label) ?? 0) + ms);
  return [...sums]
    .map(([label, ms]) => ({ label, ms }))
    .filter(({ ms }) => ms >= 1)
    .sort((one, other) => other.ms - one.ms);
}

/** The same as text. */
export function partTexts(operations: readonly LoggedOperation[], least = 0): string[] {
  const parts = partsOf(operations).filter(({ ms }) => ms >= least);
  return parts.map(({ label, ms }) => `${label} ${duration(ms)}`);
}

function timesOf({ end, requests, pauses }: LoggedOperation): [label: string, ms: number][] {
  const sum = (of: (request: RequestEvent) => number) =>
    requests.reduce((total, request) => total + of(request), 0);
  const known: [label: string, ms: number][] = [
    ["tasks", end?.taskMs ?? 0],
    ["polling", end?.pollMs ?? 0],
    ["lock", end?.lockMs ?? 0],
    ["retries", pauses.reduce((total, { ms }) => total + ms, 0)],
    ["rate limit", sum(({ limitedMs }) => limitedMs)],
    ["queue", sum(({ queuedMs }) => queuedMs)],
    ["connections", sum(({ connectMs }) => connectMs)],
    ["replies", sum(({ wireMs }) => wireMs)],
  ];
  const rest = known.reduce((left, [, ms]) => left - ms, end?.ms ?? 0);
  return [...known, ["other", Math.max(0, rest)]];
}

/** How many operations ran at the same time at most, and for how long one ran at all. */
export function activityOf(
  operations: readonly LoggedOperation[],
  run: Span,
): { most: number; activeMs: number } {
  const changes = operations.flatMap((operation) => {
    const { start, end } = spanOf(operation, run);
    return [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ];
  });
  let [running, most, activeMs, since] = [0, 0, 0, 0];
  // Of changes at the same time, ends come first.
  for (const { at, by } of changes.sort((one, other) => one.at - other.at || one.by - other.by)) {
    if (running === 0) since = at;
    running += by;
    if (running === 0) activeMs += at - since;
    most = Math.max(most, running);
  }
  return { most, activeMs };
}

/** An operation without an end lasts from its first event to the end of the run. */
export function spanOf({ end, requests, pauses, tasks }: LoggedOperation, run: Span): Span {
  return end ? eventSpan(end) : { start: spanOfAll([...requests, ...pauses, ...tasks]).start, end: run.end };
}

/** From the beginning of the first event to the last one. */
export function spanOfAll(events: readonly LogEvent[]): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const event of events) {
    const span = eventSpan(event);
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}

/** The time of an event is its end. */
export function eventSpan(event: LogEvent, origin = 0): Span {
  const end = Date.parse(event.time) - origin;
  return { start: end - Math.min(durationOf(event), MAX_MS), end };
}

/** A pause begins with its event. */
export function pauseSpan({ time, ms }: PauseEvent, origin: number): Span {
  const start = Date.parse(time) - origin;
  return { start, end: start + Math.min(ms, MAX_MS) };
}

function durationOf(event: LogEvent): number {
  if (event.event === "operation") return event.ms;
  if (event.event === "task") return event.ageMs;
  if (event.event === "request") return event.queuedMs + event.limitedMs + event.connectMs + event.wireMs;
  return 0;
}
