import { table } from "../../scripts/docs/tables.mjs";
import { isReached, ratioOf } from "../figure.mjs";

/** @typedef {import("../figure.mjs").Figure} Figure */

/**
 * The results in Markdown: one table for each measurement.
 *
 * @param {import("./results.mjs").Results} results
 */
export function resultTables({ environment, quick, repeat, measurements }) {
  const { date, platform, cores, node, pulumi } = environment;
  const machine = `${platform}, ${cores} cores, Node ${node}, Pulumi ${pulumi}`;
  const sizes = quick ? ` Small sizes (\`--quick\`), which do not show whether a goal is reached.` : "";
  const intro = `Measured on ${date}: ${machine}. Medians of ${repeat} runs.${sizes}`;
  return [intro, ...measurements.map((result) => part(result, !quick))].join("\n\n");
}

/**
 * @param {import("./results.mjs").NamedResult} result
 * @param {boolean} isJudged small sizes show no goal
 */
function part({ title, figures }, isJudged) {
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure.unit),
    baseline(figure),
    ratio(figure),
    goal(figure, isJudged),
  ]);
  return `### ${title}\n\n${table([["Measurement", "Value", "Baseline", "Ratio", "Goal"], ...rows])}`;
}

function withUnit(value, unit) {
  return value === null ? "not available" : `${rounded(value)} ${unit}`;
}

/** @param {Figure} figure */
function baseline({ baseline, against, unit }) {
  return baseline === undefined ? "" : `${withUnit(baseline, unit)} (${against})`;
}

/** @param {Figure} figure */
function ratio(figure) {
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
