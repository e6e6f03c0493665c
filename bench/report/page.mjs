import { table } from "../../scripts/docs/tables.mjs";
import { ratioOf } from "../figure.mjs";
import { baseline, ratio, withUnit } from "./table.mjs";

// What bench/README.md shows of the results: one table, and a picture of its first rows.

const POLLING = "a provider that polls every 3 s";
const ORDINARY = "ordinary dynamic provider";

/** The words of the page, and the figure: its measurement, its name, and the beginning of the name of its baseline. */
const COMPARED_WITH_PROVIDERS = [
  ["Create 1,000 small resources", "engine", "1,000 resources, up", ORDINARY],
  ["`up` of 1,000 unchanged small resources", "engine", "1,000 resources, no-op up", ORDINARY],
  ["Refresh 1,000 small resources", "engine", "1,000 resources, refresh", ORDINARY],
  ["Destroy 1,000 small resources", "engine", "1,000 resources, destroy", ORDINARY],
  ["State of each small resource", "engine", "1,000 resources, state per resource", ORDINARY],
  ["`up` of 100 unchanged routers", "no-op", "100 routers", "100 memberships"],
  ["Create 20 routers, tasks of 8 s", "work", "20 routers × 8 s, create", POLLING],
  ["Create 100 routers, tasks of 1 s", "work", "100 routers × 1 s, create", POLLING],
  ["Destroy 100 routers, tasks of 1 s", "work", "100 routers × 1 s, destroy", POLLING],
];

const OTHERS = [
  ["Wait after the end of a task of 1 s", "waiting", "1 × 1 s, ±20 %: added wait, median", "every 3 s"],
  ["Wait after the end of a task of 60 s", "waiting", "1 × 60 s, ±20 %: added wait, median", "every 3 s"],
  ["Polls of a task of 60 s", "waiting", "1 × 60 s, ±20 %: requests", "every 3 s"],
  ["Preview of 500 new routers", "preview", "preview of 500 new routers", "without questions"],
  ["Create 100 routers in Pulumi YAML", "languages", "100 routers, up", "JavaScript"],
  ["The same, with the plugin as an executable", "plugin", "100 routers, up", "the script"],
  ["Start of the plugin as an executable", "plugin", "start", "the script"],
  ["`--skip-preview`", "settings", "creating 100 routers, tasks of 1 s: `--skip-preview`", "with"],
  ["`--parallel 40`", "settings", "creating 100 routers, tasks of 1 s: `--parallel 40`", "`--parallel"],
  ["`CLOUDPLATFORM_LOG`", "log", "creating 1,000 memberships: `CLOUDPLATFORM_LOG`", "without"],
];

/** @param {import("./results.mjs").Results} results */
export function measurementsTable(results) {
  const rows = [...COMPARED_WITH_PROVIDERS, ...OTHERS].map(([words, ...row]) => {
    const figure = figureOf(results, row);
    return [words, withUnit(figure.value, figure.unit), baseline(figure), ratio(figure)];
  });
  return table([["Run", "This package", "Compared with", "Ratio"], ...rows]);
}

/**
 * @param {import("./results.mjs").Results} results
 * @returns {import("../figure.mjs").Figure}
 */
function figureOf({ measurements }, [name, what, beginning]) {
  const { figures } = measurements.find((measurement) => measurement.name === name) ?? { figures: [] };
  const figure = figures.find((one) => one.what === what && one.against?.startsWith(beginning));
  if (!figure) throw new Error(`the results have no "${what}" of ${name}`);
  return figure;
}

const WIDTH = 760;
const ROW = 34;
/** Where the bars begin, and the length of a bar with the ratio 1. */
const BARS = { x: 300, length: 400 };

/** The ratios as bars, on a white ground for pages with dark colours. */
export function picture(results) {
  const height = 60 + COMPARED_WITH_PROVIDERS.length * ROW;
  const bars = COMPARED_WITH_PROVIDERS.map(([words, ...row], index) => {
    const length = BARS.length * ratioOf(figureOf(results, row));
    const y = 48 + index * ROW;
    return `<text x="${BARS.x - 12}" y="${y + 16}" text-anchor="end">${words.replaceAll("`", "")}</text>
<rect x="${BARS.x}" y="${y}" width="${length.toFixed(0)}" height="22" rx="3" fill="#4f46e5"/>
<text x="${(BARS.x + length - 8).toFixed(0)}" y="${y + 16}" text-anchor="end" fill="#ffffff">${ratio(figureOf(results, row))}</text>`;
  });
  const end = BARS.x + BARS.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="14" fill="#1f2328">
<title>Ratios of this package to other providers</title>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>
<path d="M${end} 34V${height - 12}" stroke="#6e7781" stroke-dasharray="4 4"/>
<text x="${end}" y="24" text-anchor="middle">other provider: 1</text>
${bars.join("\n")}
</svg>
`;
}
