import { table } from "../../scripts/docs/tables.mjs";
import { conditionsOf, ratio, withUnit } from "./table.mjs";

// The figures that users read, in docs/performance.md.

const POLLING = "a provider that polls every 3 s";
const ORDINARY = "ordinary dynamic provider";

/** The words of the page, and the figure: its measurement, its name, and the beginning of the name of its baseline. */
const COSTS = [
  ["`up` of a stack without resources", "no-op", "no resources"],
  ["`up` of 100 unchanged routers", "no-op", "100 routers", "100 memberships"],
  ["`up` that creates 1,000 small resources", "engine", "1,000 resources, up", ORDINARY],
  ["`up` of 1,000 unchanged small resources", "engine", "1,000 resources, no-op up", ORDINARY],
  ["`refresh` of them", "engine", "1,000 resources, refresh", ORDINARY],
  ["`destroy` of them", "engine", "1,000 resources, destroy", ORDINARY],
  ["State of each of them", "engine", "1,000 resources, state per resource", ORDINARY],
  ["`up` that creates 20 routers, tasks of 8 s", "work", "20 routers × 8 s, create", POLLING],
  ["`up` that creates 100 routers, tasks of 1 s", "work", "100 routers × 1 s, create", POLLING],
  [
    "Requests of a `refresh` of 1,000 routers",
    "refresh",
    "1,000 unchanged routers, `refresh` or `up --refresh`",
  ],
];

/**
 * The parts of the page.
 *
 * @param {import("./results.mjs").Results} results
 */
export function pageParts(results) {
  return { costs: costs(results), settings: settings(results) };
}

function costs({ measurements }) {
  const lines = COSTS.flatMap(([words, name, what, against = ""]) => {
    const measurement = measurements.find((one) => one.name === name);
    const figure = measurement?.figures.find((one) => one.what === what && isAgainst(one, against));
    return figure ? [{ words, figure, conditions: conditionsOf(measurement.conditions), against }] : [];
  });
  const rows = lines.map(({ words, figure: { value, baseline, unit }, against }) => [
    words,
    withUnit(value, unit),
    against ? withUnit(baseline, unit) : "",
  ]);
  const conditions = [...new Set(lines.map((line) => line.conditions))];
  return [table([["", "This package", "An ordinary provider"], ...rows]), ...conditions].join("\n\n");
}

const isAgainst = ({ against = "" }, beginning) => against.startsWith(beginning);

/** The log is a setting that costs something. */
const SETTINGS = ["settings", "log"];

function settings({ measurements }) {
  const measured = measurements.filter(({ name }) => SETTINGS.includes(name));
  const figures = measured.flatMap((measurement) => measurement.figures.filter(({ against }) => against));
  const rows = figures.map((figure) => {
    const [run, setting] = figure.what.split(": ");
    const without = `${withUnit(figure.baseline, figure.unit)} (${figure.against})`;
    return [setting, run, withUnit(figure.value, figure.unit), without, ratio(figure)];
  });
  const conditions = [...new Set(measured.map((measurement) => conditionsOf(measurement.conditions)))];
  return [table([["Setting", "Run", "With", "Without", "Ratio"], ...rows]), ...conditions].join("\n\n");
}
