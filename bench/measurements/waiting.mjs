import { valueGoal } from "../figure.mjs";

// The added wait after the end of tasks, and the requests per task, in the simulation of bench/waiting.mjs.

const BASELINE = "every 3 s";
const UNKNOWN = "listed";
const KNOWN = "listed, earlier";
/** The policies, by their names in the simulation. */
const NAMES = {
  [BASELINE]: "every 3 s",
  [UNKNOWN]: "no usual time known",
  [KNOWN]: "usual time known",
};

/** The distribution of the goals. */
const USUAL = "±20 %";
/** Other distributions are in the table with this scenario only. */
const EXAMPLE = { seconds: 8, together: 10 };
/** The added wait: a share of the task, but no less than the shortest pause between two polls. */
const WAIT_SHARE = 0.06;
const WAIT_SECONDS = 0.1;
const REQUEST_GOALS = { 10: 1, 100: 0.3 };

/** @type {import("../register.mjs").Measurement} */
export const waiting = {
  name: "waiting",
  title: "Waiting for tasks, simulated",

  async measure({ log }) {
    const { simulateWaiting } = await import("../waiting.mjs");
    log("tasks of all distributions");
    const rows = await simulateWaiting();
    return { figures: [...figures(rows), ...unknownFigures(rows)] };
  },
};

/** @returns {import("../figure.mjs").Figure[]} */
function figures(rows) {
  const isShown = ({ distribution, seconds, together }) =>
    distribution === USUAL || (seconds === EXAMPLE.seconds && together === EXAMPLE.together);
  return rows
    .filter((row) => row.policy === KNOWN && isShown(row))
    .flatMap((row) => {
      const { distribution, seconds, together } = row;
      const baseline = sameTasks(rows, row, BASELINE);
      const isUsual = distribution === USUAL;
      const what = `${together} × ${seconds} s, ${distribution}`;
      const line = (name, unit, key, goal) => ({
        what: `${what}: ${name}`,
        unit,
        value: row[key],
        baseline: baseline[key],
        against: NAMES[BASELINE],
        ...(isUsual && goal !== undefined && { goal: valueGoal(goal) }),
      });
      return [
        line("added wait, median", "s", "addedMedian", rounded(Math.max(WAIT_SHARE * seconds, WAIT_SECONDS))),
        line("added wait, 95th percentile", "s", "added95", undefined),
        line("requests", "per task", "requests", REQUEST_GOALS[together]),
      ];
    });
}

/** The row of the same tasks with another policy. */
function sameTasks(rows, { distribution, seconds, together }, policy) {
  return rows.find(
    (row) =>
      row.policy === policy &&
      row.distribution === distribution &&
      row.seconds === seconds &&
      row.together === together,
  );
}

/**
 * What tasks cost if neither the list nor the process has shown their usual time.
 *
 * @returns {import("../figure.mjs").Figure[]}
 */
function unknownFigures(rows) {
  return rows
    .filter(
      ({ policy, distribution, seconds }) =>
        policy === UNKNOWN && distribution === USUAL && seconds === EXAMPLE.seconds,
    )
    .flatMap((row) => {
      const { seconds, together } = row;
      const baseline = sameTasks(rows, row, BASELINE);
      const line = (name, unit, key) => ({
        what: `${together} × ${seconds} s, ${NAMES[UNKNOWN]}: ${name}`,
        unit,
        value: row[key],
        baseline: baseline[key],
        against: NAMES[BASELINE],
      });
      return [line("added wait, median", "s", "addedMedian"), line("requests", "per task", "requests")];
    });
}

const rounded = (value) => Number(value.toPrecision(3));
