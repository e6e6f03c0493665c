import type { RequestEvent } from "../../log/events";
import { printableName } from "../../util/text";
import { count, number } from "../text";
import { kindOf, type LoggedOperation } from "./operations";
import { duration } from "./page/format";
import type { LoggedRun } from "./runs";
import { activityOf, partTexts, spanOfAll } from "./time";

/** The run in some lines, each with its label and its items. */
export function totalsOf({ events }: LoggedRun, operations: readonly LoggedOperation[]): string[][] {
  const requests = events.filter((event) => event.event === "request");
  const pauses = events.filter((event) => event.event === "pause" && event.reason === "rate limit").length;
  const retries = requests.filter(({ attempt }) => attempt > 1).length;
  const processes = new Set(events.map(({ pid }) => pid)).size;
  const span = spanOfAll(events);
  const length = span.end - span.start;
  const [{ most, activeMs }, spent] = [activityOf(operations, span), partTexts(operations)];
  const sum = operations.reduce((total, { end }) => total + (end?.ms ?? 0), 0);
  const parallel = [
    "Parallel",
    `at most ${most} at the same time`,
    `none for ${duration(length - activeMs)}`,
  ];
  const time = ["Time", `${duration(sum)} in all operations: ${spent[0] ?? "no waits"}`, ...spent.slice(1)];
  return [
    ["Duration", duration(length), count(processes, "process", "processes")],
    ["Operations", ...tally(operations.map(labelOf))],
    ...(most === 0 ? [] : [parallel, time]),
    ["Requests", ...tally(requests.map(resultOf))],
    [
      "Retries",
      number(retries),
      ...(pauses > 0 ? [`the rate limit paused all requests ${count(pauses, "time")}`] : []),
    ],
  ];
}

function labelOf(operation: LoggedOperation): string {
  const { end } = operation;
  const suffix = end === undefined || end.outcome === "done" ? "" : ` ${end.outcome}`;
  return `${kindOf(operation)}${suffix}`;
}

function resultOf({ status, code }: RequestEvent): string {
  return status === undefined ? printableName(code ?? "no reply") : String(status);
}

/** "3: 2 × create", "1 × delete failed": a total and its parts; or "2 × create". */
function tally(labels: string[]): string[] {
  const amounts = new Map<string, number>();
  for (const label of labels) amounts.set(label, (amounts.get(label) ?? 0) + 1);
  const parts = [...amounts].sort(([, one], [, other]) => other - one);
  const shown = parts.map(([label, amount]) => `${number(amount)} × ${label}`).join(", ");
  const total = parts.length > 1 ? `${number(labels.length)}: ` : "";
  return shown === "" ? ["0"] : `${total}${shown}`.split(", ");
}
