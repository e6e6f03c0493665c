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

// How long a process takes to claim a key and an object for each of many resources, and to ask whether each of many objects is
// in use, while another process of the run uses many.

const RUN = "127.0.0.1-4711";
const OTHER = fileURLToPath(new URL("../support/use-objects.cjs", import.meta.url));
const GOAL = valueGoal(1_000);
const GOAL_OF_CLAIMS = valueGoal(500);

const require = createRequire(import.meta.url);

/** @type {import("../register.mjs").Measurement} */
export const ownership = {
  name: "ownership",
  title: "Ownership of objects in one run",

  async measure({ quick, repeat, log }) {
    const count = quick ? 50 : 5_000;
    const resources = count / 5;
    log(`${count} objects`);
    const { claimed, found, absent } = await medians(repeat, () => ask(count, resources));
    const [size, claims] = [count, resources].map((number) => number.toLocaleString("en"));
    return {
      figures: [
        {
          ...{ what: `claims of the keys and objects of ${claims} resources`, unit: "ms" },
          ...{ value: claimed, goal: GOAL_OF_CLAIMS },
        },
        { what: `${size} questions about objects in use`, unit: "ms", value: found, goal: GOAL },
        { what: `${size} questions about other objects`, unit: "ms", value: absent, goal: GOAL },
      ],
      points: [],
    };
  },
};

async function ask(count, resources) {
  const { Ownership } = require("../../sdk/dist/pulumi/process/ownership.js");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-ownership-"));
  const other = fork(OTHER, [RUN, folder, String(count)]);
  try {
    await once(other, "message");
    const ownership = new Ownership(RUN, folder);
    const claimed = milliseconds(() => claimAll(ownership, resources));
    const found = milliseconds(() => expectUses(ownership, count, "object", count));
    const absent = milliseconds(() => expectUses(ownership, count, "none", 0));
    other.send("done");
    await once(other, "exit");
    return { claimed, found, absent };
  } finally {
    other.kill();
    fs.rmSync(folder, { recursive: true });
  }
}

function claimAll(ownership, resources) {
  for (let index = 0; index < resources; index++) {
    const urn = `urn:pulumi:dev::demo::Router::own-${index}`;
    const conflict = ownership.claim([`own-${index}`], { urn, isNew: false });
    if (conflict) throw new Error(`${urn} conflicts with ${conflict.other.urn}`);
    ownership.use(`own-${index}`, urn);
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
