import type { Forecast } from "./forecast/forecast";
import { forecastLine } from "./forecast/text";
import type { Report } from "./report";
import { wouldFail } from "./report";

/** The report in sentences. */
export function sentencesOf(report: Report, forecast: Forecast | undefined): string[] {
  return [stepsText(report), ...(forecast ? [forecastLine(forecast)] : [])];
}

function stepsText({ counts, unchanged, others }: Report): string {
  const total = counts.fails + counts.note + counts.unchecked + counts.ok;
  const parts = [
    counts.fails > 0 && `${counts.fails} would fail`,
    counts.note > 0 && `${counts.note} with notes`,
    counts.unchecked > 0 && `${counts.unchecked} not checked`,
    counts.ok > 0 && `${counts.ok} as the preview shows`,
  ].filter(Boolean);
  const own = total === 0 ? "No step to check" : `${plural(total, "step")}: ${parts.join(", ")}`;
  const rest = [
    unchanged > 0 && `${plural(unchanged, "resource")} unchanged`,
    others > 0 && `${plural(others, "step")} of other packages not checked`,
  ].filter(Boolean);
  return `${[own, ...rest].join("; ")}.`;
}

/** What to do next. */
export function nextText(report: Report, stack: string | undefined): string {
  if (wouldFail(report)) return "Correct what fails, and run this command again.";
  const { counts } = report;
  return counts.note + counts.unchecked + counts.ok + report.others === 0
    ? "Nothing to deploy."
    : `Next: pulumi up${stack === undefined ? "" : ` --stack ${stack}`}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
