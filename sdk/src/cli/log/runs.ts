import { statSync } from "node:fs";
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

/** What a log contains. */
export interface LogContents {
  runs: readonly RunFacts[];
  /** The URNs of objects that operations of any run of the log name, by type and id. */
  urns: ReadonlyMap<string, string>;
  /** The numbers of the lines that are no events. */
  skipped: readonly number[];
}

/** One run of a log. */
export interface LoggedRun extends Omit<LogContents, "runs"> {
  facts: RunFacts;
  /** The number of runs in the log. */
  count: number;
  events: readonly LogEvent[];
}

/** Reads a log once. `onEvent` gets each event with the number of its run. Throws if there is no event. */
export async function readLog(
  file: string,
  onEvent: (event: LogEvent, run: number) => void = () => {},
): Promise<LogContents> {
  const urns = new Map<string, string>();
  const skipped: number[] = [];
  const runs = new Runs();
  for await (const event of readEvents(file, (line) => skipped.push(line))) {
    onEvent(event, runs.add(event).number);
    if (event.event === "operation" && event.urn && event.id) urns.set(objectKey(event), event.urn);
  }
  if (runs.all.length === 0) throw LOG.notALog.error({ file });
  return { runs: runs.all, urns, skipped };
}

/** The run with this number; without a number the last one that did something. Throws if the log does not have it. */
export async function findRun(file: string, wanted: string | undefined): Promise<LoggedRun> {
  const kept: { event: LogEvent; run: number }[] = [];
  const isOnce = canBeReadOnce(file);
  const onEvent = (event: LogEvent, run: number) => void (isOnce && kept.push({ event, run }));
  const { runs, ...contents } = await readLog(file, onEvent);
  const last = runs.findLast(({ isActive }) => isActive) ?? runs.at(-1);
  const facts = wanted === undefined ? last : runs.find(({ number }) => number === Number(wanted));
  if (facts === undefined) throw LOG.noSuchRun.error({ file, count: runs.length });
  const events = isOnce
    ? kept.filter(({ run }) => run === facts.number).map(({ event }) => event)
    : await eventsOf(file, facts.number);
  return { ...contents, facts, count: runs.length, events };
}

/** Whether the file is a pipe, such as that of a program which unpacks a log. */
function canBeReadOnce(file: string): boolean {
  try {
    return statSync(file).isFIFO();
  } catch {
    // The error of reading it explains why.
    return false;
  }
}

/** The stack of a run. Empty if no process of the run knows its project. */
export function stackOf({ start, stack }: RunFacts): string {
  const known = start?.stack ?? (start?.project && stack);
  return [start?.organization, start?.project, known].filter((part) => part !== undefined).join("/");
}

/** Reads a log again, so that only the events of one run are in memory. */
async function eventsOf(file: string, wanted: number): Promise<LogEvent[]> {
  const runs = new Runs();
  const events: LogEvent[] = [];
  for await (const event of readEvents(file)) if (runs.add(event).number === wanted) events.push(event);
  return events;
}

/**
 * The port of the engine identifies a run. Another engine may have the same port: after some time, or in another container,
 * where processes have the same ids too.
 */
const MAX_GAP_MS = 6 * 3_600_000;

/** The runs of a log in the order of their first events. Runs may have written at the same time. */
class Runs {
  readonly all: RunFacts[] = [];
  private readonly latest = new Map<string, RunFacts>();
  /** The ids of the provider processes of each run. */
  private readonly pids = new Map<RunFacts, Set<number>>();

  /** The run of an event, which gets the event. */
  add(event: LogEvent): RunFacts {
    const at = Date.parse(event.time);
    const known = this.latest.get(event.run);
    const isKnown = known && at - known.lastAt <= MAX_GAP_MS && !this.hasStarted(known, event);
    const run = isKnown ? known : this.open(event.run, at);
    run.lastAt = Math.max(run.lastAt, at);
    if (event.event === "start") {
      if (run.start === undefined || (run.start.stack === undefined && event.stack)) run.start = event;
      if (event.process === "provider") this.pids.get(run)?.add(event.pid);
    } else run.isActive = true;
    if ("urn" in event && event.urn) run.stack ??= stackNameOf(event.urn);
    if (event.event === "operation") {
      run.operations += 1;
      if (isFailed({ end: event })) run.failures += 1;
    }
    return run;
  }

  /** A provider process has one start, so a second start with its id is that of another run. */
  private hasStarted(run: RunFacts, event: LogEvent): boolean {
    const isStart = event.event === "start" && event.process === "provider";
    return isStart && this.pids.get(run)?.has(event.pid) === true;
  }

  private open(name: string, at: number): RunFacts {
    const number = this.all.length + 1;
    const counts = { operations: 0, failures: 0, isActive: false };
    const run: RunFacts = { number, start: undefined, stack: undefined, firstAt: at, lastAt: at, ...counts };
    this.all.push(run);
    this.latest.set(name, run);
    this.pids.set(run, new Set());
    return run;
  }
}
