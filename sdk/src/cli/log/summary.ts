import type { LogEvent, RequestEvent, StartEvent } from "../../log/events";
import { printableName } from "../../util/text";
import { failureLines } from "./failures";
import { isFailed, kindOf, type LoggedOperation, operationsOf } from "./operations";
import { duration } from "./page/format";
import type { LoggedRun } from "./runs";
import { count, fitted, table } from "./text";

const SLOWEST = 10;

/** The run as text, in lines of at most `width` characters. */
export function summaryOf(run: LoggedRun, width: number): string[] {
  const operations = operationsOf(run);
  const failed = operations.filter(isFailed);
  return [
    ...titleLines(run),
    "",
    ...table(totals(run, operations), 3).map((line) => fitted(line, width)),
    ...slowestLines(operations, width),
    ...(failed.length > 0 ? ["", ...failureLines(failed, run.events, width)] : []),
  ];
}

function titleLines({ number, count: runs, events, skipped }: LoggedRun): string[] {
  const starts = events.filter((event) => event.event === "start");
  const which = runs === 1 ? "" : ` ${number} of ${runs}`;
  const notes = [
    ...(skipped.length > 0
      ? [`Skipped: ${count(skipped.length, "line")} without an event, the first is line ${skipped[0]}.`]
      : []),
  ];
  return [`Run${which}${stackOf(starts)}`, ...notes];
}

function stackOf(starts: StartEvent[]): string {
  const first = starts.find(({ stack }) => stack !== undefined) ?? starts[0];
  if (first === undefined) return "";
  const { organization, project, stack, version, time } = first;
  const name = [organization, project, stack].filter((part) => part !== undefined).join("/");
  const what = name === "" ? "" : ` of ${printableName(name)}`;
  return `${what}, ${time.slice(0, 19).replace("T", " ")} UTC, version ${printableName(version)}`;
}

function totals({ events }: LoggedRun, operations: LoggedOperation[]): string[][] {
  const requests = events.filter((event) => event.event === "request");
  const pauses = events.filter((event) => event.event === "pause");
  const retries = requests.filter(({ attempt }) => attempt > 1);
  const sum = (values: number[]) => duration(values.reduce((total, value) => total + value, 0));
  const waits = [
    `tasks ${sum(operations.map(({ end }) => end?.taskMs ?? 0))}`,
    `rate limit ${sum(requests.map(({ limitedMs }) => limitedMs))}`,
    `queue ${sum(requests.map(({ queuedMs }) => queuedMs))}`,
    `connections ${sum(requests.map(({ connectMs }) => connectMs))}`,
  ];
  const processes = new Set(events.map(({ pid }) => pid)).size;
  return [
    ["Duration", `${duration(lengthOf(events))}, ${count(processes, "process", "processes")}`],
    ["Operations", tally(operations.length, operations.map(labelOf))],
    ["Requests", tally(requests.length, requests.map(resultOf))],
    [
      "Retries",
      `${retries.length}${pauseText(pauses.filter(({ reason }) => reason === "rate limit").length)}`,
    ],
    ["Waiting", `${waits.join(", ")} (added up)`],
  ];
}

function pauseText(limits: number): string {
  return limits === 0 ? "" : `; the rate limit paused all requests ${count(limits, "time")}`;
}

/** From the beginning of the first event to the last one. */
function lengthOf(events: LogEvent[]): number {
  let [begin, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const event of events) {
    const at = Date.parse(event.time);
    begin = Math.min(begin, at - durationOf(event));
    end = Math.max(end, at);
  }
  return end - begin;
}

function durationOf(event: LogEvent): number {
  if (event.event === "operation") return event.ms;
  if (event.event === "request") return event.queuedMs + event.limitedMs + event.connectMs + event.wireMs;
  return 0;
}

function labelOf(operation: LoggedOperation): string {
  const { end } = operation;
  const suffix = end === undefined || end.outcome === "done" ? "" : ` ${end.outcome}`;
  return `${kindOf(operation)}${suffix}`;
}

function resultOf({ status, code }: RequestEvent): string {
  return status === undefined ? printableName(code ?? "no reply") : String(status);
}

/** "3: 2 create, 1 delete failed": a total and its parts. */
function tally(total: number, labels: string[]): string {
  const amounts = new Map<string, number>();
  for (const label of labels) amounts.set(label, (amounts.get(label) ?? 0) + 1);
  const parts = [...amounts].sort(([, one], [, other]) => other - one);
  const shown = parts.map(([label, amount]) => `${amount} × ${label}`);
  return shown.length === 0 ? "0" : `${total}: ${shown.join(", ")}`;
}

/** The resources whose operations took longest, and functions. */
function slowestLines(operations: LoggedOperation[], width: number): string[] {
  const ended = operations.flatMap((operation) =>
    operation.end ? [{ ...operation, end: operation.end }] : [],
  );
  const slowest = ended.sort((one, other) => other.end.ms - one.end.ms).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  const rows = slowest.map((operation) => [
    duration(operation.end.ms),
    operation.name,
    operation.end.operation === "call" ? "" : operation.type,
    kindOf(operation),
    operation.end.taskMs > 0 ? `tasks ${duration(operation.end.taskMs)}` : "",
    count(operation.requests.length, "request"),
  ]);
  const heading = ended.length > SLOWEST ? `The ${SLOWEST} slowest of ${ended.length}:` : "Slowest first:";
  return ["", heading, ...table(rows, 2).map((line) => fitted(`  ${line}`, width))];
}
