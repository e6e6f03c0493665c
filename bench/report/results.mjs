import fs from "node:fs";
import path from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { MEASUREMENTS } from "../register.mjs";
import { resultTables } from "./table.mjs";

/**
 * @typedef {import("../register.mjs").Result & { name: string, title: string }} NamedResult
 *
 * @typedef {object} Results The content of results.json.
 * @property {{ date: string, platform: string, cores: number, node: string, pulumi: string }} environment
 * @property {boolean} quick
 * @property {number} repeat
 * @property {NamedResult[]} measurements
 */

const FILE = "results.json";
const PLOTS = "performance";

/** Where the results of a complete run are. */
export const REPOSITORY = { results: path.join(root, "bench"), plots: path.join(root, "docs", PLOTS) };

/**
 * Writes the results and the plots.
 *
 * @param {Results} results
 * @param {{ results: string, plots: string }} folders
 */
export async function writeResults(results, folders) {
  const { svg } = await import("./svg.mjs");
  for (const folder of Object.values(folders)) fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folders.results, FILE), `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, specification] of plotsOf(results))
    fs.writeFileSync(path.join(folders.plots, `${name}.svg`), `${await svg(specification)}\n`);
}

/** The part of docs/performance.md that the results of the repository determine. */
export function measuredPart() {
  const results = JSON.parse(fs.readFileSync(path.join(REPOSITORY.results, FILE), "utf8"));
  const images = plotsOf(results).map(([name, { title }]) => `![${title}](${PLOTS}/${name}.svg)`);
  return [resultTables(results), ...images].join("\n\n");
}

/** @param {Results} results */
function plotsOf({ measurements }) {
  return measurements.flatMap(({ name, points }) => {
    const { plots } = MEASUREMENTS.find((measurement) => measurement.name === name) ?? {};
    return plots ? Object.entries(plots(points)) : [];
  });
}
