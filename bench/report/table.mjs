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
function part({ title, conditions: { quick, load = 0, cores }, figures }) {
  const isJudged = !quick && load <= BUSY * cores;
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure.unit),
    baseline(figure),
    ratio(figure),
    goal(figure, isJudged),
  ]);
  return [`### ${title}`, table([["Measurement", "Value", "Baseline", "Ratio", "Goal"], ...rows])].join(
    "\n\n",
  );
}

export function withUnit(value, unit) {
  return value === null ? "not available" : `${rounded(value)} ${unit}`;
}

/** @param {Figure} figure */
export function baseline({ baseline, against, unit }) {
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
