import { printableName } from "../../util/text";
import { duration } from "./page/format";
import { type RunFacts, stackOf } from "./runs";
import { columns, count, fitted } from "./text";

/** The runs of a log, in lines of at most `width` characters. */
export function runListOf(runs: readonly RunFacts[], width: number): string {
  const rows = runs.map((run) => [
    String(run.number),
    runTime(run),
    runName(run),
    duration(run.lastAt - run.firstAt),
    count(run.operations, "operation"),
    run.failures > 0 ? `${run.failures} failed` : "",
  ]);
  return columns(rows)
    .map((line) => fitted(line.trimEnd(), width))
    .join("\n");
}

/** The stack of a run. Empty if the log does not have the beginning of the run. */
export function runName({ start }: RunFacts): string {
  if (start === undefined) return "";
  return printableName(stackOf(start) || (start.process === "command" ? "a command" : "a program"));
}

/** When a run began. */
export function runTime({ firstAt }: RunFacts): string {
  return `${new Date(firstAt).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
