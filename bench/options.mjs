import path from "node:path";
import { parseArgs } from "node:util";
import { MEASUREMENTS } from "./register.mjs";

export const USAGE = `npm run bench -- [options]
  --quick        Small sizes and one repetition
  --only <name>  One measurement; may be repeated: ${MEASUREMENTS.map(({ name }) => name).join(", ")}
  --repeat <n>   Repetitions, of which the table has the median (default: 3, with --quick 1)
  --out <folder> Where to write results.json
  --save         Write the measurements of --only into the results of the repository
Without --quick, --only and --out the results are written to bench/results.json, the page and its picture.`;

/** @param {string[]} args */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
      repeat: { type: "string" },
      out: { type: "string" },
      save: { type: "boolean", default: false },
    },
  });
  const { quick, only, out, save } = values;
  const repeat = Number(values.repeat ?? (quick ? 1 : 3));
  if (!Number.isInteger(repeat) || repeat < 1) throw new Error("--repeat must be an integer of 1 or more.");
  const unknown = only?.find((name) => !MEASUREMENTS.some((measurement) => measurement.name === name));
  if (unknown !== undefined) throw new Error(`There is no measurement "${unknown}".`);
  return {
    quick,
    repeat,
    measurements: MEASUREMENTS.filter(({ name }) => only === undefined || only.includes(name)),
    saves: !quick && (save || only === undefined),
    out: out === undefined ? undefined : path.resolve(out),
  };
}
