// How long a process takes to ask 5,000 times whether an object is in use, while another process of the run uses 5,000.
// Asks the compiled package: npm run build && node bench/ownership.mjs

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const RUN = "127.0.0.1-4711";
const OBJECTS = 5_000;
const REQUIRED_MS = 1_000;

const require = createRequire(import.meta.url);
const { Ownership } = require("../sdk/dist/provider/ownership.js");

const [folder] = process.argv.slice(2);
if (folder === undefined) await ask();
else useObjects(folder);

/** The other process: it stays until the first one has asked. */
function useObjects(folder) {
  const ownership = new Ownership(RUN, folder);
  for (let index = 0; index < OBJECTS; index++) ownership.use(objectName(index));
  process.once("message", () => {
    ownership.close();
    process.disconnect();
  });
  process.send("ready");
}

async function ask() {
  const folder = mkdtempSync(join(tmpdir(), "bench-ownership-"));
  const other = fork(fileURLToPath(import.meta.url), [folder]);
  try {
    await once(other, "message");
    const ownership = new Ownership(RUN, folder);
    const found = time(`${OBJECTS} objects, all used by the other process`, () =>
      count(ownership, objectName),
    );
    const absent = time(`${OBJECTS} objects that nobody uses`, () =>
      count(ownership, (index) => `none-${index}`),
    );
    if (found !== OBJECTS || absent !== 0) throw new Error(`${found} and ${absent} objects are in use`);
    other.send("done");
    await once(other, "exit");
  } finally {
    other.kill();
    rmSync(folder, { recursive: true });
  }
}

function count(ownership, name) {
  return Array.from({ length: OBJECTS }, (_, index) => ownership.isInUse(name(index))).filter(Boolean).length;
}

function objectName(index) {
  return JSON.stringify(["Router", "https://api.example.com", `1e3a6f0c-52b4-4d0b-9a57-${index}`]);
}

/** Prints how long some work takes, and fails the benchmark where that is more than is required. */
function time(what, work) {
  const begin = performance.now();
  const result = work();
  const ms = Math.round(performance.now() - begin);
  const verdict = ms < REQUIRED_MS ? "ok" : "too slow";
  console.log(`isInUse, ${what}: ${ms} ms (required: under ${REQUIRED_MS} ms, ${verdict})`);
  if (ms >= REQUIRED_MS) process.exitCode = 1;
  return result;
}
