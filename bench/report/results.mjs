import fs from "node:fs";
import path from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { MEASUREMENTS } from "../register.mjs";
import { pageParts } from "./page.mjs";
import { resultTables } from "./table.mjs";

/**
 * @typedef {import("../register.mjs").Result & { name: string, title: string, conditions: Conditions }} NamedResult
 *
 * @typedef {object} Conditions Of the run that has measured.
 * @property {string} date
 * @property {string} platform
 * @property {number} cores
 * @property {number} [load] The load average at the beginning.
 * @property {string} node
 * @property {string} pulumi
 * @property {boolean} quick
 * @property {number} repeat
 *
 * @typedef {{ measurements: NamedResult[] }} Results The content of results.json.
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

/** @returns {Results} */
export function repositoryResults() {
  return JSON.parse(fs.readFileSync(path.join(REPOSITORY.results, FILE), "utf8"));
}

/**
 * The results of the repository with these new ones.
 *
 * @param {Results} results
 * @returns {Results}
 */
export function savedResults({ measurements }) {
  const all = [...measurements, ...repositoryResults().measurements];
  const found = MEASUREMENTS.map(({ name }) => all.find((result) => result.name === name));
  return { measurements: found.filter((result) => result !== undefined) };
}

/** The parts of bench/README.md and docs/performance.md that the results of the repository determine. */
export function measuredParts() {
  const results = repositoryResults();
  const images = plotsOf(results).map(([name, { title }]) => `![${title}](../docs/${PLOTS}/${name}.svg)`);
  return { all: [resultTables(results), ...images].join("\n\n"), ...pageParts(results) };
}

/** @param {Results} results */
function plotsOf({ measurements }) {
  return measurements.flatMap(({ name, points }) => {
    const { plots } = MEASUREMENTS.find((measurement) => measurement.name === name) ?? {};
    return plots ? Object.entries(plots(points)) : [];
  });
}
