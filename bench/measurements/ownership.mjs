import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { valueGoal } from "../figure.mjs";
import { medians } from "../support/samples.mjs";

// How long a process takes to ask whether each of many objects is in use, while another process of the run uses many.

const RUN = "127.0.0.1-4711";
const OTHER = fileURLToPath(new URL("../support/use-objects.cjs", import.meta.url));
const GOAL = valueGoal(1_000);

const require = createRequire(import.meta.url);

/** @type {import("../register.mjs").Measurement} */
export const ownership = {
  name: "ownership",
  title: "Objects that another process of the run uses",

  async measure({ quick, repeat, log }) {
    const count = quick ? 50 : 5_000;
    log(`${count} objects`);
    const { found, absent } = await medians(repeat, () => ask(count));
    const size = count.toLocaleString("en");
    return {
      figures: [
        { what: `${size} questions about objects in use`, unit: "ms", value: found, goal: GOAL },
        { what: `${size} questions about other objects`, unit: "ms", value: absent, goal: GOAL },
      ],
      points: [],
    };
  },
};

async function ask(count) {
  const { Ownership } = require("../../sdk/dist/pulumi/process/ownership.js");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-ownership-"));
  const other = fork(OTHER, [RUN, folder, String(count)]);
  try {
    await once(other, "message");
    const ownership = new Ownership(RUN, folder);
    const found = milliseconds(() => expectUses(ownership, count, "object", count));
    const absent = milliseconds(() => expectUses(ownership, count, "none", 0));
    other.send("done");
    await once(other, "exit");
    return { found, absent };
  } finally {
    other.kill();
    fs.rmSync(folder, { recursive: true });
  }
}

function expectUses(ownership, count, prefix, expected) {
  let found = 0;
  for (let index = 0; index < count; index++) if (ownership.isInUse(`${prefix}-${index}`)) found++;
  if (found !== expected) throw new Error(`${found} of ${expected} objects are in use`);
}

function milliseconds(work) {
  const begin = performance.now();
  work();
  return performance.now() - begin;
}
