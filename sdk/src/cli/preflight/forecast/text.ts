import type { Forecast } from "./forecast";

/**
 * The forecast as one line, such as `Forecast: about 42 s, at most 50 s in 95 % of cases; 20 tasks, 93 requests. …`
 *
 * @param isFailing Whether a step would fail. The forecast is that of a run in which none does.
 */
export function forecastLine(forecast: Forecast, isFailing: boolean): string {
  const { expectedMs, p95Ms, tasks, requests, otherChanges } = forecast;
  const isKnown = expectedMs !== undefined && p95Ms !== undefined;
  const amounts = `${tasks === 0 ? "no tasks" : counted(tasks, "task")}, ${isKnown ? "" : "at least "}${counted(requests, "request")}`;
  const time = isKnown && `about ${duration(expectedMs)}, at most ${duration(p95Ms)} in 95 % of cases; `;
  return [
    `Forecast${isFailing ? " if nothing failed" : ""}: ${time || ""}${amounts}.`,
    sourceOf(forecast),
    otherChanges === 0 ? "" : `Without ${counted(otherChanges, "change")} of other packages.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Where the durations come from. */
function sourceOf({ tasks, knownTasks, unknownTypes }: Forecast): string {
  if (unknownTypes.length > 0)
    return `The time is unknown, because no finished ${unknownTypes.join(" or ")} task is known.`;
  if (tasks === 0) return "";
  return `Based on the platform's last ${knownTasks === 1 ? "such task" : `${number(knownTasks)} such tasks`}.`;
}

/** "1 step", "1,000 steps". */
export function counted(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

export function number(value: number): string {
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
