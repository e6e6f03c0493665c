import { printableName } from "../../util/text";
import { columns, count, hanging, number, utcTime } from "../text";
import { failureLines } from "./failures";
import { isFailed, kindOf, type LoggedOperation, operationsOf, resourceText } from "./operations";
import { duration } from "./page/format";
import { runName } from "./run-list";
import type { LoggedRun } from "./runs";
import { partTexts } from "./time";
import { totalsOf } from "./totals";

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
    ...totalsOf(run, operations).map(([label = "", ...items]) =>
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
  const title = [`Run${which}${name && ` of ${name}`}`, utcTime(facts.firstAt), version]
    .filter(Boolean)
    .join(", ");
  if (skipped.length === 0) return [title];
  return [
    title,
    `Skipped: ${count(skipped.length, "line")} without an event, the first is line ${skipped[0]}.`,
  ];
}

/** The resources whose operations took longest, and functions, each with the parts of its time that matter. */
function slowestLines(operations: LoggedOperation[], width: number): string[] {
  const ended = operations.flatMap(({ end, ...rest }) => (end ? [{ end, ...rest }] : []));
  const slowest = ended.sort((one, other) => other.end.ms - one.end.ms).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  const heads = columns(slowest.map(({ end }) => ["", duration(end.ms), ""]));
  const heading =
    ended.length > SLOWEST ? `The ${SLOWEST} slowest of ${number(ended.length)}:` : "Slowest first:";
  const lines = slowest.map((operation, index) => {
    const { end, requests } = operation;
    const parts = partTexts([operation], end.ms * MIN_SHARE);
    const [first = "", ...others] = [...parts, count(requests.length, "request")];
    return hanging(
      heads[index] ?? "",
      [`${kindOf(operation)} ${resourceText(operation)}: ${first}`, ...others],
      width,
    );
  });
  return ["", heading, ...lines];
}
