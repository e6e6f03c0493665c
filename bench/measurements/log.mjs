import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ratioGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { median } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What the log of a run costs. Runs with and without it take turns, so that both have the same machine.

/** Without checkpoints, which take most of the time of a large stack, the log is a larger share of the run. */
const WITHOUT_CHECKPOINTS = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
const GOAL = ratioGoal(1.02);

/** @type {import("../register.mjs").Measurement} */
export const runLog = {
  name: "log",
  title: "Log of a run",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 1_000;
    log(`${count} memberships with and without a log`);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bench-log-"));
    const file = path.join(folder, "run.jsonl");
    const runs = { without: [], with: [] };
    try {
      await withPlatform({}, ({ config }) =>
        withStack("memberships", { ...config, count }, async (stack) => {
          for (let round = 0; round < repeat; round++)
            for (const [name, variable] of [
              ["without", ""],
              ["with", file],
            ]) {
              stack.setEnvironment({ ...WITHOUT_CHECKPOINTS, CLOUDPLATFORM_LOG: variable });
              runs[name].push(await stack.run("up", ...PARALLEL));
              stack.setEnvironment({ CLOUDPLATFORM_LOG: "" });
              await stack.run("destroy", ...PARALLEL);
            }
        }),
      );
      const events = fs.readFileSync(file, "utf8").split("\n").length - 1;
      return { figures: figures(count, runs, events / repeat), points: [] };
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
};

/** @returns {import("../figure.mjs").Figure[]} */
function figures(count, runs, events) {
  const size = `creating ${count.toLocaleString("en")} memberships with a log`;
  const figure = (what, goal, of) => ({
    what: `${size}${what}`,
    unit: "s",
    value: median(runs.with.map(of)),
    baseline: median(runs.without.map(of)),
    against: "without a log",
    ...(goal && { goal }),
  });
  return [
    figure("", GOAL, ({ seconds }) => seconds),
    figure(", processor time of the provider", undefined, ({ provider }) => provider.seconds),
    { what: `${size}, events`, unit: "lines", value: events },
  ];
}
