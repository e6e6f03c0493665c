import type { RequestEvent } from "../../log/events";
import { printableName } from "../../util/text";
import { failureLines } from "./failures";
import { isFailed, kindOf, type LoggedOperation, operationsOf, titleOf } from "./operations";
import { duration } from "./page/format";
import { runName, runTime } from "./run-list";
import type { LoggedRun } from "./runs";
import { count, hanging } from "./text";
import { activityOf, partsOf, spanOfAll } from "./time";

const SLOWEST = 10;
/** A smaller part of the time of an operation is left out. */
const MIN_SHARE = 0.05;
const LABEL_WIDTH = 13;

/** The run as text, in lines of at most `width` characters. */
export function summaryOf(run: LoggedRun, width: number): string {
  const operations = operationsOf(run.events, run.urns);
  const failed = operations.filter(isFailed);
  return [
    ...titleLines(run),
    "",
    ...totals(run, operations).map(([label = "", ...items]) =>
      hanging(label.padEnd(LABEL_WIDTH), items, width),
    ),
    ...slowestLines(operations, width),
    ...(failed.length > 0 ? ["", ...failureLines(failed, run.events, width)] : []),
  ].join("\n");
}

function titleLines({ facts, count: runs, skipped }: LoggedRun): string[] {
  const [name, { start }] = [runName(facts), facts];
  const which = runs === 1 ? "" : ` ${facts.number} of ${runs}`;
  const version = start && `version ${printableName(start.version)}`;
  const title = [`Run${which}${name && ` of ${name}`}`, runTime(facts), version].filter(Boolean).join(", ");
  if (skipped.length === 0) return [title];
  return [
    title,
    `Skipped: ${count(skipped.length, "line")} without an event, the first is line ${skipped[0]}.`,
  ];
}

function totals({ events }: LoggedRun, operations: LoggedOperation[]): string[][] {
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
      String(retries),
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
  const shown = parts.map(([label, amount]) => `${amount} × ${label}`).join(", ");
  const total = parts.length > 1 ? `${labels.length}: ` : "";
  return shown === "" ? ["0"] : `${total}${shown}`.split(", ");
}

/** The resources whose operations took longest, and functions, each with the parts of its time that matter. */
function slowestLines(operations: LoggedOperation[], width: number): string[] {
  const ended = operations.flatMap(({ end, ...rest }) => (end ? [{ end, ...rest }] : []));
  const slowest = ended.sort((one, other) => other.end.ms - one.end.ms).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  const widest = Math.max(...slowest.map(({ end }) => duration(end.ms).length));
  const heading = ended.length > SLOWEST ? `The ${SLOWEST} slowest of ${ended.length}:` : "Slowest first:";
  const lines = slowest.map((operation) => {
    const { end, requests } = operation;
    const parts = partTexts([operation], end.ms * MIN_SHARE);
    const [first = "", ...others] = [...parts, count(requests.length, "request")];
    const head = `  ${duration(end.ms).padEnd(widest)}  `;
    return hanging(head, [`${titleOf(operation)}: ${first}`, ...others], width);
  });
  return ["", heading, ...lines];
}

function partTexts(operations: readonly LoggedOperation[], least = 0): string[] {
  const parts = partsOf(operations).filter(({ ms }) => ms >= least);
  return parts.map(({ label, ms }) => `${label} ${duration(ms)}`);
}
