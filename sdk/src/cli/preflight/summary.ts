import type { Forecast } from "./forecast";
import type { Report } from "./report";
import { wouldFail } from "./report";

/** The report in sentences. */
export function sentencesOf(report: Report, forecast: Forecast | undefined): string[] {
  return [stepsText(report), ...(forecast ? [forecastLine(forecast, wouldFail(report))] : [])];
}

function stepsText({ rows, counts, unchanged, others }: Report): string {
  const total = counts.fails + counts.note + counts.unchecked + counts.ok;
  const all = [
    { amount: counts.fails, text: "would fail" },
    { amount: counts.note, text: "with notes" },
    { amount: counts.unchecked, text: "not checked" },
    { amount: counts.ok, text: "ok" },
  ];
  const parts = all
    .filter(({ amount }) => amount > 0)
    .map(({ amount, text }) => `${amount < total ? number(amount) : total > 1 ? "all" : ""} ${text}`.trim());
  const own = total === 0 ? "No steps to check" : `${counted(total, "step")}: ${parts.join(", ")}`;
  const accounts = rows.filter(({ level, operation }) => level === "fails" && operation === undefined).length;
  const rest = [
    accounts > 0 && `${counted(accounts, "account")} cannot be used`,
    unchanged > 0 && `${counted(unchanged, "resource")} unchanged`,
    others > 0 && `${counted(others, "step")} of other packages not checked`,
  ].filter(Boolean);
  return `${[own, ...rest].join("; ")}.`;
}

/** What to do next. */
export function nextText(report: Report, stack: string | undefined): string {
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  if (wouldFail(report))
    return `Next: correct what fails, then run npx pulumi-cloudplatform preflight${option} again`;
  const { counts } = report;
  return counts.note + counts.unchecked + counts.ok + report.others === 0
    ? "Nothing to deploy."
    : `Next: pulumi up${option}`;
}

/**
 * The forecast as one line, such as `Forecast: about 42 s of tasks, at most 50 s in 95 % of cases; 20 tasks, 93 requests. …`
 *
 * @param isFailing Whether a step would fail. The forecast is that of a run in which none does.
 */
function forecastLine(forecast: Forecast, isFailing: boolean): string {
  const { expectedMs, p95Ms, tasks, requests, otherChanges, unknownTypes } = forecast;
  const isKnown = expectedMs !== undefined && p95Ms !== undefined && tasks > 0;
  const amounts = `${tasks === 0 ? "no tasks" : counted(tasks, "task")}, ${counted(requests, "request")}`;
  const time = `about ${duration(expectedMs ?? 0)} of tasks, at most ${duration(p95Ms ?? 0)} in 95 % of cases; `;
  return [
    `Forecast${isFailing ? " if nothing failed" : ""}: ${isKnown ? time : ""}${amounts}.`,
    ...(unknownTypes.length > 0
      ? [`The time is unknown, because no finished ${unknownTypes.join(" or ")} task is known.`]
      : ["Pulumi's own time comes on top."]),
    ...(otherChanges > 0 ? [`Without ${counted(otherChanges, "change")} of other packages.`] : []),
  ].join(" ");
}

/** "1 step", "1,000 steps". */
function counted(amount: number, noun: string): string {
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
