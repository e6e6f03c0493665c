import type { RequestEvent, TaskEvent } from "../../log/events";
import { printableLine, printableName } from "../../util/text";
import { columns, count, number } from "../text";
import { type LoggedOperation, outcomeText, resourceText } from "./operations";
import { duration } from "./page/format";

const MAX_FAILURES = 20;
const MAX_EVENTS = 12;

const KILLED = "The process was killed, or still runs.";
const DONE = "It was done after Pulumi had ended.";

const RECOVER =
  "The state does not show what the lost operations have done. On this machine the next `pulumi up` continues; on another one run `npx pulumi-cloudplatform recover` before.";

/** Each failed operation with its requests and the states of its tasks. */
export function failureLines(failed: LoggedOperation[]): string[] {
  const left = failed.length - MAX_FAILURES;
  const isAnyLost = failed.some(({ end }) => end === undefined || end.outcome === "lost");
  return [
    "Failures:",
    ...failed.slice(0, MAX_FAILURES).flatMap(linesOf),
    ...(left > 0 ? [`  … and ${count(left, "more failure")}.`] : []),
    ...(isAnyLost ? ["", RECOVER] : []),
  ];
}

function linesOf(operation: LoggedOperation): string[] {
  const { end } = operation;
  const time = end ? ` after ${duration(end.ms)}` : "";
  const message = end?.message ?? (end ? DONE : KILLED);
  // Only a defect of the package has a stack trace.
  const [, ...calls] = end?.stackTrace?.split("\n") ?? [];
  return [
    `  ${resourceText(operation)}: ${outcomeText(operation)}${time}`,
    `    ${printableLine(message)}`,
    ...calls.map((call) => `      ${printableLine(call)}`),
    ...eventLines(operation),
  ];
}

/** If there are too many events: the failures, changes and tasks first, and then the last ones. */
function eventLines({ requests, tasks }: LoggedOperation): string[] {
  const all = [...requests, ...tasks].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const ranked = all.toReversed().sort((one, other) => Number(isTelling(other)) - Number(isTelling(one)));
  const shown = new Set(ranked.slice(0, MAX_EVENTS));
  const rows = all.filter((event) => shown.has(event)).map(rowOf);
  const left = all.length - shown.size;
  return [...columns(rows), ...(left > 0 ? [`    … and ${number(left)} more`] : [])];
}

function isTelling(event: RequestEvent | TaskEvent): boolean {
  return event.event === "task" || event.code !== undefined || event.method !== "GET";
}

function rowOf(event: RequestEvent | TaskEvent): string[] {
  // The time of day, with milliseconds.
  const at = event.time.slice(11, 23);
  if (event.event === "task") {
    const { id, type, state, ageMs } = event;
    const what = type === undefined ? "" : ` (${printableName(type)})`;
    const text = `${printableName(state)}: task ${printableName(id)}${what}`;
    return ["  ", at, "task", duration(ageMs), text];
  }
  const { method, path, status = "no reply", error, attempt, code, requestId, wireMs } = event;
  const details = [
    `${printableName(method)} ${printableLine(path)}`,
    attempt > 1 && `attempt ${attempt}`,
    error && printableLine(error),
    code && requestId && `request id ${printableName(requestId)}`,
  ].filter((detail) => typeof detail === "string");
  return ["  ", at, String(status), duration(wireMs), details.join(", ")];
}
