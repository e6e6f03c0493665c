import { valueGoal } from "../figure.mjs";
import { lines } from "../report/plots.mjs";

// The added wait after the end of tasks, and the requests per task, in the simulation of bench/waiting.mjs.

const BASELINE = "every 3 s";
const UNKNOWN = "listed";
const KNOWN = "listed, earlier";
/** The policies that are plotted, by their names in the simulation. */
const NAMES = {
  [BASELINE]: "every 3 s",
  [UNKNOWN]: "no usual time known",
  [KNOWN]: "usual time known",
  alone: "no usual time known, without the list",
  "alone, later": "usual time known, without the list",
};

/** The distribution of the goals. */
const USUAL = "±20 %";
/** Other distributions are in the table with this scenario only, and all are plotted with this number of tasks. */
const EXAMPLE = { seconds: 8, together: 10 };
/** The added wait: a share of the task, but no less than the shortest pause between two polls. */
const WAIT_SHARE = 0.06;
const WAIT_SECONDS = 0.1;
const REQUEST_GOALS = { 10: 1, 100: 0.3 };

/** @type {import("../register.mjs").Measurement} */
export const waiting = {
  name: "waiting",
  title: "Waiting for tasks, simulated",

  async measure({ quick, log }) {
    const { simulateWaiting, simulateWork } = await import("../waiting.mjs");
    log(`tasks of ${quick ? "one distribution" : "all distributions"}`);
    const policies = Object.keys(NAMES);
    const rows = await simulateWaiting({ policies, ...(quick && { distributions: [USUAL] }) });
    log("whole work");
    const works = await simulateWork({ policies });
    const points = rows
      .filter(({ together }) => together === EXAMPLE.together)
      .map(({ distribution, seconds, policy, shareMedian, share95, requests }) => ({
        distribution,
        seconds,
        policy: NAMES[policy],
        median: rounded(shareMedian * 100),
        "95th percentile": rounded(share95 * 100),
        requests: rounded(requests),
      }));
    return { figures: [...figures(rows), ...unknownFigures(rows), ...workFigures(works)], points };
  },

  plots(points) {
    const waits = points.flatMap((point) =>
      ["median", "95th percentile"].map((statistic) => ({
        ...point,
        statistic,
        "added wait, %": point[statistic],
      })),
    );
    const common = { x: "seconds", color: "policy", facet: "distribution" };
    return {
      "waiting-time": lines({
        ...common,
        rows: waits,
        title: "Added wait in % of the task, 10 tasks at once",
        y: "added wait, %",
        dash: "statistic",
      }),
      "waiting-requests": lines({
        ...common,
        rows: points,
        title: "Requests for each task, 10 tasks at once",
        y: "requests",
      }),
    };
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

/** @returns {import("../figure.mjs").Figure[]} */
function workFigures(works) {
  return works
    .filter(({ policy }) => policy === KNOWN || policy === UNKNOWN)
    .map(({ tasks, seconds, parallel, policy, requests }) => ({
      what: `${tasks} × ${seconds} s, ${parallel} at once, ${NAMES[policy]}: requests`,
      unit: "per task",
      value: requests,
      baseline: works.find((row) => row.policy === BASELINE && row.tasks === tasks).requests,
      against: NAMES[BASELINE],
    }));
}

const rounded = (value) => Number(value.toPrecision(3));
