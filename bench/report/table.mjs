import { table } from "../../scripts/docs/tables.mjs";
import { isReached, ratioOf } from "../figure.mjs";

/** @typedef {import("../figure.mjs").Figure} Figure */

/** A load above this share of the cores distorts what is measured. */
const BUSY = 0.5;

/**
 * The results in Markdown: one table for each measurement.
 *
 * @param {import("./results.mjs").Results} results
 */
export function resultTables({ measurements }) {
  return measurements.map(part).join("\n\n");
}

/** @param {import("./results.mjs").NamedResult} result */
function part({ title, conditions, figures }) {
  const isJudged = !conditions.quick && !isBusy(conditions);
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure.unit),
    baseline(figure),
    ratio(figure),
    goal(figure, isJudged),
  ]);
  const head = ["Measurement", "Value", "Baseline", "Ratio", "Goal"];
  return [`### ${title}`, conditionsOf(conditions), table([head, ...rows])].join("\n\n");
}

/** @param {import("./results.mjs").Conditions} conditions */
export function isBusy({ load = 0, cores }) {
  return load > BUSY * cores;
}

/** @param {import("./results.mjs").Conditions} conditions */
export function conditionsOf(conditions) {
  const { date, platform, cores, load = 0, node, pulumi, quick, repeat } = conditions;
  const machine = `${platform}, ${cores} cores, Node ${node}, Pulumi ${pulumi}`;
  const runs = repeat === 1 ? "One run." : `Medians of ${repeat} runs.`;
  return [
    `Measured on ${date}: ${machine}. ${runs}`,
    quick ? "Small sizes (`--quick`) do not show whether a goal is reached." : "",
    isBusy(conditions) ? `The machine was busy: its load was ${load.toFixed(1)} at the start.` : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

export function withUnit(value, unit) {
  return value === null ? "not available" : `${rounded(value)} ${unit}`;
}

/** @param {Figure} figure */
function baseline({ baseline, against, unit }) {
  return baseline === undefined ? "" : `${withUnit(baseline, unit)} (${against})`;
}

/** @param {Figure} figure */
export function ratio(figure) {
  const found = ratioOf(figure);
  return found === undefined || found === null ? "" : found.toFixed(2);
}

/**
 * @param {Figure} figure
 * @param {boolean} isJudged
 */
function goal(figure, isJudged) {
  if (figure.goal === undefined) return "";
  const { of, max } = figure.goal;
  const limit = of === "ratio" ? `ratio ≤ ${max}` : `≤ ${max} ${figure.unit}`;
  const reached = isJudged ? isReached(figure) : undefined;
  return reached === undefined ? limit : `${limit}: ${reached ? "reached" : "not reached"}`;
}

/** With three significant digits; integers stay whole. */
function rounded(value) {
  const digits = Number.isInteger(value) ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 3) });
}
