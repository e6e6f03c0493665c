import type { RequestEvent } from "../../../log/events";
import type { LoggedOperation } from "../operations";
import type { Span } from "../page/data";
import { duration } from "../page/format";
import { spanOf } from "./spans";

/** Where the time of the operations went, as two further totals of the page. */
export function timeTotals(operations: readonly LoggedOperation[], run: Span): string[][] {
  const { most, activeMs } = activityOf(operations, run);
  if (most === 0) return [];
  const idle = `none for ${duration(run.end - run.start - activeMs)}`;
  const sum = operations.reduce((total, { end }) => total + (end?.ms ?? 0), 0);
  const [first = "no waits", ...others] = partTexts(operations);
  return [
    ["Parallel", `at most ${most} at the same time`, idle],
    ["Time", `${duration(sum)} in all operations: ${first}`, ...others],
  ];
}

/** The parts of the time of the operations that have ended, the longest first. Without parts of less than a millisecond. */
function partTexts(operations: readonly LoggedOperation[]): string[] {
  const sums = new Map<string, number>();
  for (const operation of operations.filter(({ end }) => end))
    for (const [label, ms] of timesOf(operation)) sums.set(label, (sums.get(label) ?? 0) + ms);
  const parts = [...sums].filter(([, ms]) => ms >= 1).sort(([, one], [, other]) => other - one);
  return parts.map(([label, ms]) => `${label} ${duration(ms)}`);
}

function timesOf({ end, requests, pauses }: LoggedOperation): [label: string, ms: number][] {
  const sum = (of: (request: RequestEvent) => number) =>
    requests.reduce((total, request) => total + of(request), 0);
  const known: [label: string, ms: number][] = [
    ["tasks", end?.taskMs ?? 0],
    ["polling", end?.pollMs ?? 0],
    ["lock", end?.lockMs ?? 0],
    ["retries", pauses.reduce((total, { ms }) => total + ms, 0)],
    ["rate limit", sum(({ limitedMs }) => limitedMs)],
    ["queue", sum(({ queuedMs }) => queuedMs)],
    ["connections", sum(({ connectMs }) => connectMs)],
    ["replies", sum(({ wireMs }) => wireMs)],
  ];
  const rest = known.reduce((left, [, ms]) => left - ms, end?.ms ?? 0);
  return [...known, ["other", Math.max(0, rest)]];
}

/** How many operations ran at the same time at most, and for how long one ran at all. */
function activityOf(operations: readonly LoggedOperation[], run: Span): { most: number; activeMs: number } {
  const changes = operations.flatMap((operation) => {
    const { start, end } = spanOf(operation, run);
    return [
      { at: start, by: 1 },
      { at: end, by: -1 },
    ];
  });
  let [running, most, activeMs, since] = [0, 0, 0, 0];
  // Of changes at the same time, ends come first.
  for (const { at, by } of changes.sort((one, other) => one.at - other.at || one.by - other.by)) {
    if (running === 0) since = at;
    running += by;
    if (running === 0) activeMs += at - since;
    most = Math.max(most, running);
  }
  return { most, activeMs };
}
