import { execFileSync } from "node:child_process";
import os from "node:os";
import { performance } from "node:perf_hooks";
import { projectEnv } from "../scripts/setup/paths.mjs";
import { parseOptions, USAGE } from "./options.mjs";
import { REPOSITORY, savedResults, writeResults } from "./report/results.mjs";
import { resultTables } from "./report/table.mjs";

// Runs the measurements, prints the table and writes the results. Run `npm run build` before.

/** @param {ReturnType<typeof parseOptions>} options */
async function measureAll({ measurements, quick, repeat }) {
  const conditions = { ...environment(), quick, repeat };
  const finished = [];
  for (const [index, { name, title, measure }] of measurements.entries()) {
    const begin = performance.now();
    const log = (line) => console.error(`[${index + 1}/${measurements.length}] ${name}: ${line}`);
    const result = await measure({ quick, repeat, log });
    log(`took ${Math.round((performance.now() - begin) / 1000)} s`);
    finished.push({ name, title, conditions, ...result });
  }
  return { measurements: finished };
}

function environment() {
  return {
    date: new Date().toISOString().slice(0, 10),
    platform: `${process.platform} ${process.arch}`,
    cores: os.availableParallelism(),
    load: os.loadavg()[0],
    node: process.version,
    pulumi: execFileSync("pulumi", ["version"], { env: projectEnv(), encoding: "utf8" }).trim(),
  };
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  const results = await measureAll(options);
  console.log(resultTables(results));
  if (options.out !== undefined) writeResults(results, options.out);
  else if (options.saves) {
    writeResults(savedResults(results), REPOSITORY);
    const { writePages } = await import("../scripts/docs/pages.mjs");
    writePages();
  }
}

main().catch((error) => {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 1;
});
