import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { valueGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { median } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What the log of a run costs. Runs with and without it take turns, so that both have the same machine. The goal is about the processor
// time that the log adds, because the seconds of equal runs differ by more than that. Only the provider process writes the log.

/** Without checkpoints, which take most of the time of a large stack, the log is a larger share of the run. */
const WITHOUT_CHECKPOINTS = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };
/** Of the time of the run. */
const GOAL_PERCENT = 2;

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
      return { figures: figures(count, runs, events / repeat) };
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
};

/** @returns {import("../figure.mjs").Figure[]} */
function figures(count, runs, events) {
  const run = `creating ${count.toLocaleString("en")} memberships`;
  const setting = "`CLOUDPLATFORM_LOG`";
  const of = (what, timeOf) => ({
    what,
    unit: "s",
    value: median(runs.with.map(timeOf)),
    baseline: median(runs.without.map(timeOf)),
    against: "without",
  });
  const processor = of(
    `${run}, processor time of the provider: ${setting}`,
    ({ provider }) => provider.seconds,
  );
  const seconds = of(`${run}: ${setting}`, (each) => each.seconds);
  const isKnown = processor.value !== null && processor.baseline !== null;
  const added = isKnown ? ((processor.value - processor.baseline) / seconds.baseline) * 100 : null;
  return [
    seconds,
    processor,
    {
      what: `${run}: added processor time, as a share of the run`,
      unit: "%",
      value: added,
      goal: valueGoal(GOAL_PERCENT),
    },
    { what: `${run}: events`, unit: "lines", value: events },
  ];
}
