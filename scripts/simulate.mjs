import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

// Lives random histories in the simulated world of the tests, and prints those that break a promise.
//   npm run simulate -- --minutes 10 --seed 4711

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    histories: { type: "string" },
    seed: { type: "string" },
    /** One of `tests/simulation/themes.ts`, for all histories. */
    theme: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
    /** Ends at the first violation. */
    first: { type: "boolean", default: false },
    /** Prints the story of each violation only as it is. */
    whole: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    /** A file for the result, in the form of jest's. */
    results: { type: "string" },
  },
});

const CHUNK = 20;
const worker = join(dirname(fileURLToPath(import.meta.url)), "../tests/simulation/worker.cjs");
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const last = first + Number(values.histories ?? Number.POSITIVE_INFINITY);
const theme = values.theme ? `${values.theme}:` : "";
const begin = performance.now();
const end = begin + (values.histories ? Number.POSITIVE_INFINITY : Number(values.minutes) * 60_000);

const total = { histories: 0, runs: 0, requests: 0, resources: 0, failed: 0 };
const counts = new Map();
const kinds = new Map();
let next = first;

console.log(`The first seed is ${first}.`);
await Promise.all(Array.from({ length: Number(values.workers) }, work));
report();
process.exitCode = total.failed > 0 ? 1 : 0;
if (values.results) {
  const results = { numPassedTests: total.failed === 0 ? 1 : 0, numFailedTests: total.failed };
  writeFileSync(values.results, JSON.stringify(results));
}

/** Keeps one process busy. */
function work() {
  const child = fork(worker, { execArgv: ["--max-semi-space-size=64"] });
  return new Promise((resolve, reject) => {
    const go = () => {
      const isOver = performance.now() >= end || next >= last || (values.first && total.failed > 0);
      if (isOver) {
        child.disconnect();
        return resolve();
      }
      const seeds = Array.from(
        { length: Math.min(CHUNK, last - next) },
        (_, index) => `${theme}${next + index}`,
      );
      next += seeds.length;
      child.send({ seeds, shrinks: !values.whole });
    };
    child.on("message", (message) => (message.done ? go() : add(message)));
    child.on("error", reject);
    child.on("exit", (code) => (code ? reject(new Error(`A worker ended with ${code}.`)) : resolve()));
    go();
  });
}

function add({ seed, violations, story, runs, requests, resources, counts: happened, choice }) {
  total.histories += 1;
  total.runs += runs;
  total.requests += requests;
  total.resources += resources;
  for (const [what, count] of happened) counts.set(what, (counts.get(what) ?? 0) + count);
  if (violations.length === 0) return;
  total.failed += 1;
  for (const { invariant, text } of violations) {
    const known = kinds.get(invariant) ?? [];
    kinds.set(invariant, [...known, { seed, text }]);
  }
  if (values.quiet || total.failed > 5) return;
  console.log(`\nHistory ${seed} breaks a promise:\n${story.join("\n")}`);
  const isOf = values.theme ? ` --theme ${values.theme}` : "";
  console.log(`\nTo repeat it: npm run simulate -- --seed ${seed.replace(theme, "")}${isOf} --histories 1`);
  console.log(`To keep it, add to tests/simulation/regressions.json: ${JSON.stringify(choice ?? { seed })}`);
}

function report() {
  const minutes = (performance.now() - begin) / 60_000;
  const { histories, runs, requests, resources, failed } = total;
  console.log(
    `${histories} histories (${Math.round(histories / minutes)} a minute), ${(resources / histories).toFixed(1)} resources and ` +
      `${(runs / histories).toFixed(1)} runs each, ${requests} requests: ${failed} broke a promise`,
  );
  for (const [kind, all] of [...kinds].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`  ${kind}: ${all.length}`);
    for (const { seed, text } of all.slice(0, 3))
      console.log(`    ${seed}: ${text.replaceAll("\n", " ").slice(0, 250)}`);
  }
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  if (!values.quiet) console.log(sorted.map(([what, count]) => `  ${what}: ${count}`).join("\n"));
}
