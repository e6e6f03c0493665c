import { printableName } from "../../util/text";
import { columns, count, fitted, number, utcTime } from "../text";
import { duration } from "./page/format";
import { type RunFacts, stackOf } from "./runs";

/** The runs of a log, in lines of at most `width` characters. */
export function runListOf(runs: readonly RunFacts[], width: number): string {
  const rows = runs.map((run) => [
    String(run.number),
    utcTime(run.firstAt),
    runName(run),
    duration(run.lastAt - run.firstAt),
    count(run.operations, "operation"),
    run.failures > 0 ? `${number(run.failures)} failed` : "",
  ]);
  return columns(rows)
    .map((line) => fitted(line.trimEnd(), width))
    .join("\n");
}

/** The stack of a run. Empty if the log does not have the beginning of the run. */
export function runName(facts: RunFacts): string {
  const { start } = facts;
  if (start === undefined) return "";
  return printableName(stackOf(facts) || (start.process === "command" ? "a command" : "a program"));
}
