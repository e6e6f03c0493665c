import type { LogEvent, PauseEvent } from "../../../log/events";
import type { LoggedOperation } from "../operations";
import type { Span } from "../page/data";

/** A longer time is a mistake of a log that somebody changed by hand. */
const MAX_MS = 30 * 24 * 3_600_000;

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
