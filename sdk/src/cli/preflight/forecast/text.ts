import type { Forecast } from "./forecast";

/** The forecast as one line, such as `Forecast: about 42 s, 95 % within 50 s, 93 requests (20 tasks of 2 types; …)`. */
export function forecastLine(forecast: Forecast): string {
  const { expectedMs, p95Ms, requests, otherChanges } = forecast;
  const isKnown = expectedMs !== undefined && p95Ms !== undefined;
  const text = isKnown
    ? `about ${duration(expectedMs)}, 95 % within ${duration(p95Ms)}, ${count(requests, "request")} (${tasksOf(forecast)})`
    : withoutTime(forecast);
  const others =
    otherChanges === 0 ? "" : `; ${count(otherChanges, "change")} of other packages not included`;
  return `Forecast: ${text}${others}`;
}

function tasksOf({ tasks, types, knownTasks }: Forecast): string {
  if (tasks === 0) return "no tasks";
  const ofTypes = types.length === 1 ? types[0] : `${types.length} types`;
  const known = knownTasks === 1 ? "last task" : `last ${number(knownTasks)} tasks`;
  return `${count(tasks, "task")} of ${ofTypes}; durations from the platform's ${known}`;
}

function withoutTime({ tasks, requests, unknownTypes }: Forecast): string {
  const missing = unknownTypes.join(" and no finished ");
  return `${count(tasks, "task")} and at least ${count(requests, "request")}; no time, because the platform's list of tasks shows no finished ${missing}`;
}

function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

function number(value: number): string {
  return value.toLocaleString("en");
}

/** "42 s", "4 min 30 s", "2 h 5 min" */
function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes >= 60) return parts(Math.floor(minutes / 60), "h", minutes % 60, "min");
  return parts(Math.floor(seconds / 60), "min", seconds % 60, "s");
}

function parts(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
