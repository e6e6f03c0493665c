import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { valueGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, PARALLELISM, withStack } from "../support/stack.mjs";

// The forecast of `preflight`, and the `up` that follows. The forecast has no time of Pulumi and no polls of tasks.

const require = createRequire(import.meta.url);
const { forecastOf } = require("../../sdk/dist/cli/preflight/forecast.js");

const SPREAD = 0.2;
const EARLIER_TASKS = 24;
const OPERATIONS = ["create", "rename"];
const POLLS = { method: "GET", path: /\/v1\/tasks/ };

const LARGE_STACK = 1_000;
const LARGE_GOAL_MS = 2_000;

/** @type {import("../register.mjs").Measurement} */
export const forecasting = {
  name: "forecast",
  title: "Forecast",

  async measure({ quick, repeat, log }) {
    const sizes = quick
      ? [{ count: 2, taskSeconds: 1 }]
      : [
          { count: 20, taskSeconds: 8 },
          { count: 100, taskSeconds: 1 },
        ];
    const points = [];
    for (const size of sizes) {
      log(`${size.count} routers, tasks of ${size.taskSeconds} s`);
      points.push({ ...size, ...(await medians(repeat, () => life(size))) });
    }
    const { milliseconds } = await medians(repeat, async () => timeOfForecast(LARGE_STACK));
    const what = `forecast of ${LARGE_STACK.toLocaleString("en")} routers`;
    const large = { what, unit: "ms", value: milliseconds, goal: valueGoal(LARGE_GOAL_MS) };
    return { figures: [...points.flatMap(figuresOf), large], points };
  },
};

/** @returns {Promise<import("../support/samples.mjs").Values>} */
function life({ count, taskSeconds }) {
  const taskTime = { min: taskSeconds * 1_000 * (1 - SPREAD), max: taskSeconds * 1_000 * (1 + SPREAD) };
  return withPlatform({ taskTime }, async ({ simulator, config, counting }) => {
    await runEarlierTasks(config);
    return withStack("routers", { ...config, count }, async (stack) => {
      const values = {};
      for (const operation of OPERATIONS) {
        if (operation === "rename") await stack.configure({ prefix: "renamed" });
        const { forecast } = await stack.preflight(...PARALLEL);
        const real = await counting(() => stack.run("up", ...PARALLEL));
        values[`${operation} real`] = real.seconds;
        values[`${operation} expected`] = forecast.expectedMs / 1_000;
        values[`${operation} p95`] = forecast.p95Ms / 1_000;
        values[`${operation} real requests`] = real.requests - simulator.count(POLLS);
        values[`${operation} expected requests`] = forecast.requests;
      }
      return values;
    });
  });
}

/**
 * The forecast needs finished tasks of the same types. Another stack starts them, not all at once: the platform's times have
 * whole seconds, so all durations would be rounded in the same direction.
 */
function runEarlierTasks(config) {
  return withStack("routers", { ...config, count: EARLIER_TASKS, prefix: "earlier" }, async (stack) => {
    await stack.run("up", ...PARALLEL);
    await stack.configure({ prefix: "earlier-renamed" });
    await stack.run("up", ...PARALLEL);
  });
}

function timeOfForecast(count) {
  const urns = Array.from({ length: count }, (_, index) => `router-${index}`);
  const steps = urns.map((urn) => ({ urn, op: "create", type: "Router", isOurs: true, dependsOn: [] }));
  const work = { requests: 4, tasks: ["create_router"] };
  const found = urns.map((urn) => ({ step: { urn, operation: "create", findings: [], work } }));
  const usualTimes = { create_router: { median: 8_000, p95: 9_000 } };
  const begin = performance.now();
  forecastOf(steps, [...found, { usualTimes }], PARALLELISM);
  return { milliseconds: performance.now() - begin };
}

/** @returns {import("../figure.mjs").Figure[]} */
function figuresOf({ count, taskSeconds, ...values }) {
  return OPERATIONS.flatMap((operation) => {
    const of = (name) => values[`${operation} ${name}`];
    const figure = (unit, value, baseline, against) => ({
      ...{ what: `${count} routers × ${taskSeconds} s, ${operation}`, unit },
      ...{ value: of(value), baseline: of(baseline), against },
    });
    return [
      figure("s", "real", "expected", "the forecast of the tasks"),
      figure("s", "real", "p95", "the forecast of the tasks, 95 %"),
      figure("requests", "real requests", "expected requests", "the forecast"),
    ];
  });
}
