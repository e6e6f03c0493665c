import type { LogEvent, StartEvent } from "../../log/events";
import { stackNameOf } from "../../pulumi/names";
import { LOG } from "./errors";
import { isFailed, objectKey } from "./operations";
import { readEvents } from "./read-log";

/** A run of a log, without its events. */
export interface RunFacts {
  /** Its number in the log, from 1. */
  number: number;
  /** What it is about, as the first process that knows the stack tells. */
  start: StartEvent | undefined;
  /** The name of the stack in the URNs: Pulumi tells none to a process that begins with a refresh. */
  stack: string | undefined;
  /** The times of its first and its last event. */
  firstAt: number;
  lastAt: number;
  operations: number;
  failures: number;
  /** Whether it did something. */
  isActive: boolean;
}

/** One run of a log. */
export interface LoggedRun {
  facts: RunFacts;
  /** The number of runs in the log. */
  count: number;
  events: readonly LogEvent[];
  /** The URNs of objects that any run of the log names, by type and id. */
  urns: ReadonlyMap<string, string>;
  /** The numbers of the lines that are no events. */
  skipped: readonly number[];
}

/** Reads a log once: the file may be a pipe. `onEvent` gets each event with its run. Throws if there is no event. */
export async function readLog(
  file: string,
  onEvent: (event: LogEvent, run: RunFacts) => void = () => {},
): Promise<Pick<LoggedRun, "urns" | "skipped"> & { runs: readonly RunFacts[] }> {
  const urns = new Map<string, string>();
  const skipped: number[] = [];
  const runs = new Runs();
  for await (const event of readEvents(file, (line) => skipped.push(line))) {
    onEvent(event, runs.add(event));
    const isNaming = event.event === "operation" || event.event === "resource";
    if (isNaming && event.urn && event.id) urns.set(objectKey(event), event.urn);
  }
  if (runs.all.length === 0) throw LOG.notALog.error({ file });
  return { runs: runs.all, urns, skipped };
}

/** The run with this number; without a number the last one that did something. Throws if the log does not have it. */
export async function findRun(file: string, wanted?: string): Promise<LoggedRun> {
  const kept = new Map<number, LogEvent[]>();
  let last = 0;
  const { runs, ...contents } = await readLog(file, (event, { number, isActive }) => {
    if (wanted !== undefined && number !== Number(wanted)) return;
    if (isActive && number > last) {
      last = number;
      // No earlier run is shown, so its events need not be in memory.
      if (wanted === undefined) for (const earlier of kept.keys()) if (earlier < last) kept.delete(earlier);
    }
    if (number < last) return;
    const events = kept.get(number);
    if (events) events.push(event);
    else kept.set(number, [event]);
  });
  const number = wanted === undefined ? last || runs.length : Number(wanted);
  const facts = runs[number - 1];
  if (facts === undefined) throw LOG.noSuchRun.error({ file, count: runs.length });
  return { ...contents, facts, count: runs.length, events: kept.get(number) ?? [] };
}

/** The stack of a run. Empty if no process of the run knows its project. */
export function stackOf({ start, stack }: RunFacts): string {
  const known = start?.stack ?? (start?.project && stack);
  return [start?.organization, start?.project, known].filter((part) => part !== undefined).join("/");
}

/** The port of the engine identifies a run. After some time, another engine may have the same port. */
const MAX_GAP_MS = 6 * 3_600_000;

/** The runs of a log in the order of their first events. Runs may have written at the same time. */
class Runs {
  readonly all: RunFacts[] = [];
  private readonly latest = new Map<string, RunFacts>();

  /** The run of an event, which gets the event. */
  add(event: LogEvent): RunFacts {
    const at = Date.parse(event.time);
    const known = this.latest.get(event.run);
    const run = known && at - known.lastAt <= MAX_GAP_MS ? known : this.open(event.run, at);
    run.lastAt = Math.max(run.lastAt, at);
    if (event.event !== "start") run.isActive = true;
    else if (run.start?.stack === undefined) run.start = event.stack ? event : (run.start ?? event);
    if ("urn" in event && event.urn) run.stack ??= stackNameOf(event.urn);
    if (event.event === "operation") {
      run.operations += 1;
      if (isFailed({ end: event })) run.failures += 1;
    }
    return run;
  }

  private open(name: string, at: number): RunFacts {
    const number = this.all.length + 1;
    const nothing = { start: undefined, stack: undefined, operations: 0, failures: 0, isActive: false };
    const run: RunFacts = { number, firstAt: at, lastAt: at, ...nothing };
    this.all.push(run);
    this.latest.set(name, run);
    return run;
  }
}
