import fs from "node:fs";
import path from "node:path";
import { root } from "../../scripts/setup/paths.mjs";
import { MEASUREMENTS } from "../register.mjs";

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
/** Where the results of a complete run are. */
export const REPOSITORY = path.join(root, "bench");

/**
 * @param {Results} results
 * @param {string} folder
 */
export function writeResults(results, folder) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, FILE), `${JSON.stringify(results, null, 2)}\n`);
}

/** @returns {Results} */
export function repositoryResults() {
  return JSON.parse(fs.readFileSync(path.join(REPOSITORY, FILE), "utf8"));
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
