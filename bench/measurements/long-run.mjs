import { valueGoal } from "../figure.mjs";
import { runNode } from "../support/node.mjs";

// Whether the memory of a process stays the same during a long run with many tasks. The clock is simulated.

const GOAL_MB = 2;

/** @type {import("../register.mjs").Measurement} */
export const longRun = {
  name: "long-run",
  title: "A long run",

  async measure({ quick, log }) {
    const [tasks, hours] = quick ? [50, 1] : [10_000, 6];
    log(`${tasks} tasks in ${hours} simulated hours`);
    const { before, after } = await runNode("long-run.cjs", [String(tasks), String(hours)], ["--expose-gc"]);
    const what = `memory after ${tasks.toLocaleString("en")} tasks in ${hours} h`;
    return {
      figures: [
        { what, unit: "MB", value: after, baseline: before, against: "after a tenth of the tasks" },
        { what: "growth between the two", unit: "MB", value: after - before, goal: valueGoal(GOAL_MB) },
      ],
    };
  },
};
