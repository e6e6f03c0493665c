import { engine } from "./measurements/engine.mjs";
import { languages } from "./measurements/languages.mjs";
import { runLog } from "./measurements/log.mjs";
import { longRun } from "./measurements/long-run.mjs";
import { noOp } from "./measurements/no-op.mjs";
import { plugin } from "./measurements/plugin.mjs";
import { preview } from "./measurements/preview.mjs";
import { refresh } from "./measurements/refresh.mjs";
import { settings } from "./measurements/settings.mjs";
import { start } from "./measurements/start.mjs";
import { waiting } from "./measurements/waiting.mjs";
import { work } from "./measurements/work.mjs";

/**
 * @typedef {object} Options
 * @property {boolean} quick Small sizes.
 * @property {number} repeat How often a measurement is repeated for a median.
 * @property {(line: string) => void} log
 *
 * @typedef {object} Result
 * @property {import("./figure.mjs").Figure[]} figures The lines of the table.
 *
 * @typedef {object} Measurement
 * @property {string} name
 * @property {string} title
 * @property {(options: Options) => Promise<Result>} measure
 */

/**
 * All measurements, in the order of the table.
 *
 * @type {Measurement[]}
 */
export const MEASUREMENTS = [
  waiting,
  work,
  noOp,
  preview,
  refresh,
  languages,
  plugin,
  engine,
  start,
  longRun,
  settings,
  runLog,
];
