import type { LogEvent, RequestEvent, TaskEvent } from "../../log/events";
import { printableLine, printableName } from "../../util/text";
import { columns, count, fitted, hanging, number, wrapText } from "../text";
import { kindOf, type LoggedOperation, resourceText } from "./operations";
import type { Span } from "./page/data";
import { duration } from "./page/format";
import { spanOf, spanOfAll } from "./time";

const MAX_FAILURES = 20;
const MAX_EVENTS = 12;

const OUTCOMES: Readonly<Record<string, string>> = {
  partial: "failed, the state keeps the resource,",
  lost: "was lost, the state does not show it,",
};

const KILLED = "The process was killed, or still runs.";
const DONE = "It was done after Pulumi had ended.";

const RECOVER =
  "The state does not show what the lost operations have done. On this machine the next `pulumi up` continues; on another one run `npx pulumi-cloudplatform recover` before.";

/** Whether the process was killed in an operation, or Pulumi had ended before. */
function isLost({ end }: LoggedOperation): boolean {
  return end === undefined || end.outcome === "lost";
}

/** Each failed operation with its requests and the states of its tasks. */
export function failureLines(
  failed: LoggedOperation[],
  events: readonly LogEvent[],
  width: number,
): string[] {
  const run = spanOfAll(events);
  const left = failed.length - MAX_FAILURES;
  return [
    "Failures:",
    ...failed
      .slice(0, MAX_FAILURES)
      .flatMap((operation) => [
        fitted(`  ${headingOf(operation, spanOf(operation, run))}`, width),
        ...wrapText(
          `    ${printableLine(operation.end?.message ?? (operation.end ? DONE : KILLED))}`,
          width,
          0,
        ),
        ...stackLines(operation),
        ...eventLines(operation, width),
      ]),
    ...(left > 0 ? [`  … and ${count(left, "more failure")}.`] : []),
    ...(failed.some(isLost) ? ["", ...wrapText(RECOVER, width, 0)] : []),
  ];
}

/** Where the code failed, if that is a defect. */
function stackLines({ end }: LoggedOperation): string[] {
  const [, ...calls] = end?.stackTrace?.split("\n") ?? [];
  return calls.map((call) => `      ${printableLine(call)}`);
}

function headingOf(operation: LoggedOperation, span: Span): string {
  const { end } = operation;
  const time = duration(span.end - span.start);
  if (end === undefined) return `${resourceText(operation)}: an operation has not ended after ${time}`;
  return `${resourceText(operation)}: ${kindOf(operation)} ${OUTCOMES[end.outcome] ?? "failed"} after ${time}`;
}

function eventLines({ requests, tasks }: LoggedOperation, width: number): string[] {
  const all = [...requests, ...tasks].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const shown = mostTelling(all);
  const chosen = all.filter((event) => shown.has(event));
  const heads = columns(chosen.map(headOf));
  const left = all.length - chosen.length;
  return [
    ...chosen.map((event, index) => hanging(heads[index] ?? "", detailsOf(event), width)),
    ...(left > 0 ? [`    … and ${number(left)} more`] : []),
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

function headOf(event: RequestEvent | TaskEvent): string[] {
  const at = clockOf(event.time);
  if (event.event === "task") return ["  ", at, "task", duration(event.ageMs), ""];
  return ["  ", at, String(event.status ?? "no reply"), duration(event.wireMs), ""];
}

function detailsOf(event: RequestEvent | TaskEvent): string[] {
  if (event.event === "task") {
    const { id, type, state } = event;
    const what = type === undefined ? "" : ` (${printableName(type)})`;
    return [`${printableName(state)}: task ${printableName(id)}${what}`];
  }
  const { method, path, status, error, attempt, requestId } = event;
  return [
    `${printableName(method)} ${printableLine(path)}`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(error === undefined ? [] : [printableLine(error)]),
    ...(requestId === undefined || (status ?? 0) < 400 ? [] : [`request id ${printableName(requestId)}`]),
  ];
}

/** The time of day, with milliseconds. */
function clockOf(time: string): string {
  return time.slice(11, 23);
}
