import type { LogEvent, OperationEvent } from "../../log/events";
import { LOG } from "./errors";
import { readEvents } from "./read-log";

/** One run of a log. */
export interface LoggedRun {
  /** Its number in the log, from 1. */
  number: number;
  /** The number of runs in the log. */
  count: number;
  events: LogEvent[];
  /** The URNs of objects that operations of any run of the log name, by type and id. */
  urns: ReadonlyMap<string, string>;
  /** The numbers of the lines that are no events. */
  skipped: number[];
}

/** The run with this number; without a number the last one that did something. Throws if the log does not have it. */
export async function findRun(file: string, wanted: string | undefined): Promise<LoggedRun> {
  const urns = new Map<string, string>();
  const skipped: number[] = [];
  const numbers = new RunNumbers();
  let lastActive: number | undefined;
  for await (const event of readEvents(file, (line) => skipped.push(line))) {
    const number = numbers.of(event);
    if (event.event !== "start") lastActive = Math.max(number, lastActive ?? 0);
    if (event.event === "operation" && event.urn && event.id) urns.set(objectKey(event), event.urn);
  }
  const { count } = numbers;
  if (count === 0) throw LOG.notALog.error({ file });
  const number = wanted === undefined ? (lastActive ?? count) : Number(wanted);
  if (!(number >= 1 && number <= count && Number.isInteger(number)))
    throw LOG.noSuchRun.error({ file, count });
  return { number, count, events: await eventsOf(file, number), urns, skipped };
}

export function objectKey({ type, id }: Pick<OperationEvent, "type" | "id">): string {
  return `${type} ${id}`;
}

/** Reads the log again, so that only the events of one run are in memory. */
async function eventsOf(file: string, wanted: number): Promise<LogEvent[]> {
  const numbers = new RunNumbers();
  const events: LogEvent[] = [];
  for await (const event of readEvents(file)) if (numbers.of(event) === wanted) events.push(event);
  return events;
}

/** The port of the engine identifies a run. After some time another engine may have the same port. */
const MAX_GAP_MS = 6 * 3_600_000;

/** Numbers the runs of a log in the order of their first events. Runs may have written at the same time. */
class RunNumbers {
  count = 0;
  private readonly runs = new Map<string, { number: number; lastAt: number }>();

  of({ run, time }: LogEvent): number {
    const at = Date.parse(time);
    const known = this.runs.get(run);
    if (known && at - known.lastAt <= MAX_GAP_MS) {
      known.lastAt = Math.max(known.lastAt, at);
      return known.number;
    }
    this.count += 1;
    this.runs.set(run, { number: this.count, lastAt: at });
    return this.count;
  }
}
