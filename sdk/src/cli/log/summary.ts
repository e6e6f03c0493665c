import type { RequestEvent } from "../../log/events";
import { printableName } from "../../util/text";
import { columns, count, number, utcTime, wrapText } from "../text";
import { failureLines } from "./failures";
import {
  isFailed,
  kindOf,
  type LoggedOperation,
  operationsOf,
  outcomeText,
  resourceText,
} from "./operations";
import { duration } from "./page/format";
import { type LoggedRun, type RunFacts, stackOf } from "./runs";

const SLOWEST = 10;
const LABEL_WIDTH = 13;

/** The run as text, in lines of at most `width` characters. */
export function summaryOf(run: LoggedRun, width: number): string {
  const operations = operationsOf(run.events, run.urns);
  const failed = operations.filter(isFailed);
  const lines = [
    ...titleLines(run),
    "",
    ...totalsOf(run, operations).map(
      ([label = "", ...items]) => label.padEnd(LABEL_WIDTH) + items.join(", "),
    ),
    ...slowestLines(operations),
    ...(failed.length > 0 ? ["", ...failureLines(failed)] : []),
  ];
  return lines.flatMap((line) => wrapText(line, width)).join("\n");
}

function titleLines({ facts, count: runs, skipped }: LoggedRun): string[] {
  const which = runs === 1 ? "" : ` ${facts.number} of ${runs}`;
  const name = runName(facts);
  const title = `Run${which}${name && ` of ${name}`}, ${utcTime(facts.firstAt)}`;
  const { version } = facts.start ?? {};
  const lines = count(skipped.length, "line");
  return [
    version === undefined ? title : `${title}, version ${printableName(version)}`,
    ...(skipped.length > 0 ? [`Skipped: ${lines} without an event, the first is line ${skipped[0]}.`] : []),
  ];
}

function slowestLines(operations: LoggedOperation[]): string[] {
  const ended = operations.flatMap(({ end, ...rest }) => (end ? [{ end, ...rest }] : []));
  const slowest = ended.sort((one, other) => other.end.ms - one.end.ms).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  const which =
    ended.length > SLOWEST ? `The ${SLOWEST} slowest of ${number(ended.length)}` : "Slowest first";
  const rows = slowest.map((operation) => {
    const requests = count(operation.requests.length, "request");
    return ["", duration(operation.end.ms), `${kindOf(operation)} ${resourceText(operation)}, ${requests}`];
  });
  return ["", `${which}:`, ...columns(rows)];
}

/** The runs of a log, in lines of at most `width` characters. */
export function runListOf(runs: readonly RunFacts[], width: number): string {
  const rows = runs.map((run) => [
    ...[String(run.number), utcTime(run.firstAt), runName(run), duration(run.lastAt - run.firstAt)],
    ...[count(run.operations, "operation"), run.failures > 0 ? `${number(run.failures)} failed` : ""],
  ]);
  return columns(rows)
    .flatMap((line) => wrapText(line.trimEnd(), width))
    .join("\n");
}

/** The stack of a run. Empty if the log does not have the beginning of the run. */
function runName(facts: RunFacts): string {
  const { start } = facts;
  if (start === undefined) return "";
  return printableName(stackOf(facts) || (start.process === "command" ? "a command" : "a program"));
}

/** The run in some lines, each with its label and its items. */
export function totalsOf({ events, facts }: LoggedRun, operations: readonly LoggedOperation[]): string[][] {
  const requests = events.filter((event) => event.event === "request");
  const pauses = events.filter((event) => event.event === "pause" && event.reason === "rate limit").length;
  const retries = requests.filter(({ attempt }) => attempt > 1).length;
  const processes = new Set(events.map(({ pid }) => pid)).size;
  const paused = pauses > 0 ? [`the rate limit paused all requests ${count(pauses, "time")}`] : [];
  return [
    ["Duration", duration(facts.lastAt - facts.firstAt), count(processes, "process", "processes")],
    ["Operations", ...tally(operations.map(outcomeText))],
    ["Requests", ...tally(requests.map(resultOf))],
    ["Retries", number(retries), ...paused],
  ];
}

function resultOf({ status, code = "no reply" }: RequestEvent): string {
  return status === undefined ? printableName(code) : String(status);
}

/** "3: 2 × create", "1 × delete failed": a total and its parts; or "2 × create". */
function tally(labels: string[]): string[] {
  const amounts = [...Map.groupBy(labels, (label) => label)].map(([label, all]) => ({ label, all }));
  const parts = amounts
    .sort((one, other) => other.all.length - one.all.length)
    .map(({ label, all }) => `${number(all.length)} × ${label}`);
  const [first = "0", ...others] = parts;
  return parts.length > 1 ? [`${number(labels.length)}: ${first}`, ...others] : [first];
}
