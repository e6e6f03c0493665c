import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { valueGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { median, medians } from "../support/samples.mjs";
import { PARALLEL, PARALLELISM, withStack } from "../support/stack.mjs";

// The forecast of `up`, against the `up` that follows. The platform's list shows earlier tasks, as that of a real account does.

const require = createRequire(import.meta.url);
const { forecast } = require("../../sdk/dist/cli/preflight/forecast/forecast.js");
const { parsePreview } = require("../../sdk/dist/cli/preflight/preview.js");
const { TasksReader } = require("../../sdk/dist/platform/api/tasks.js");
const { readConfiguration } = require("../../sdk/dist/platform/configuration.js");
const { Platform } = require("../../sdk/dist/platform/platform.js");
const { systemClock } = require("../../sdk/dist/util/clock.js");

const SPREAD = 0.2;
const EARLIER_TASKS = 24;
/** The platform's times have whole seconds, so the durations of tasks that begin at once would all be rounded in one direction. */
const APART_MS = 1_000 / EARLIER_TASKS;
/** Routers of another region, whose tasks are the earlier ones. */
const EARLIER = "/cloud/v1/routers/1/9";
const KEY = "simulator-key";
const KEY_HEADERS = { authorization: `apikey ${KEY}`, "content-type": "application/json" };
const LATENCY_SAMPLES = 9;
const ACCOUNT = { "cloudplatform:baseUrl": "https://api.example.com", "cloudplatform:apiKey": KEY };
/** The differences between forecast and `up`. */
const GOAL_PERCENT = 15;

const LARGE_STACK = 1_000;
const LATENCY_MS = 100;
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
      points.push({ ...size, ...(await medians(repeat, () => life(size, log))) });
    }
    log(`forecast of ${LARGE_STACK.toLocaleString("en")} routers`);
    const large = await medians(repeat, () => timeOf(LARGE_STACK));
    return { figures: [...points.flatMap(figuresOf), largeFigure(large)], points };
  },
};

/** @returns {Promise<import("../support/samples.mjs").Values>} */
function life({ count, taskSeconds }, log) {
  const taskTime = { min: taskSeconds * 1_000 * (1 - SPREAD), max: taskSeconds * 1_000 * (1 + SPREAD) };
  return withPlatform({ taskTime }, ({ simulator, config, counting }) =>
    withStack("routers", { ...config, count }, async (stack) => {
      await runEarlierTasks(simulator);
      const values = {};
      for (const operation of ["create", "rename"]) {
        if (operation === "rename") await stack.configure({ prefix: "renamed" });
        const expected = await forecastOf(config, stack);
        const real = await counting(() => stack.run("up", ...PARALLEL));
        const pair = comparison(expected, real);
        log(`${operation}: ${JSON.stringify(pair)}`);
        for (const [name, value] of Object.entries(pair)) values[`${operation} ${name}`] = value;
      }
      return values;
    }),
  );
}

function comparison({ expectedMs, p95Ms, requests }, real) {
  const expected = expectedMs / 1_000;
  return {
    real: real.seconds,
    expected,
    p95: p95Ms / 1_000,
    "real requests": real.requests,
    "expected requests": requests,
    "time off": percent(real.seconds, expected),
    "requests off": percent(real.requests, requests),
  };
}

function percent(real, expected) {
  return Math.abs(real / expected - 1) * 100;
}

async function runEarlierTasks({ url, tasks }) {
  for (let index = 0; index < EARLIER_TASKS; index++) {
    const body = JSON.stringify({ name: `earlier-${index}` });
    await fetch(`${url}${EARLIER}`, { method: "POST", headers: KEY_HEADERS, body });
    await sleep(APART_MS);
  }
  while (tasks.pending().length > 0) await sleep(50);
  const { results } = await (await fetch(`${url}${EARLIER}`, { headers: KEY_HEADERS })).json();
  for (const { id, name } of results) {
    const body = JSON.stringify({ name: `${name}-renamed` });
    await fetch(`${url}${EARLIER.replace("v1", "v2")}/${id}`, {
      method: "PATCH",
      headers: KEY_HEADERS,
      body,
    });
    await sleep(APART_MS);
  }
  while (tasks.pending().length > 0) await sleep(50);
}

/** The forecast of the next `up`, as the command preflight makes it. */
async function forecastOf(config, stack) {
  const preview = parsePreview(await stack.preview(...PARALLEL, "--show-sames"), "the preview");
  const settings = readConfiguration({ get: (key) => config[key] }, {});
  const platform = new Platform(settings, systemClock);
  try {
    const list = () => new TasksReader(platform.api).listNewest(1_000);
    const latencies = [];
    for (let sample = 0; sample < LATENCY_SAMPLES; sample++) {
      const begin = performance.now();
      await list();
      latencies.push(performance.now() - begin);
    }
    const account = { tasks: await list(), settings, latencyMs: median(latencies) };
    return await forecast({
      steps: preview.steps,
      parallel: PARALLELISM,
      accountOf: () => account,
      previewMs: preview.milliseconds,
    });
  } finally {
    await platform.close();
  }
}

/** The time that the forecast itself takes. */
async function timeOf(count) {
  const steps = Array.from({ length: count }, (_, index) => ({
    ...{ urn: `router-${index}`, op: "create", type: "Router", isOurs: true, dependsOn: [] },
    ...{ declared: [], changed: [] },
    after: { inputs: { projectId: 1, regionId: 2, name: `router-${index}` } },
    deletesFirst: false,
  }));
  const tasks = Array.from({ length: EARLIER_TASKS }, (_, index) => ({
    ...{ id: `earlier-${index}`, type: "create_router", state: "FINISHED", created: {} },
    duration: 1_000 * (7 + (index % 3)),
  }));
  const settings = readConfiguration({ get: (key) => ACCOUNT[key] }, {});
  const account = { tasks, settings, latencyMs: LATENCY_MS };
  const begin = performance.now();
  await forecast({ steps, parallel: PARALLELISM, accountOf: () => account });
  return { milliseconds: performance.now() - begin };
}

/** @returns {import("../figure.mjs").Figure[]} */
function figuresOf({ count, taskSeconds, ...values }) {
  const against = "the forecast";
  return ["create", "rename"].flatMap((operation) => {
    const what = `${count} routers × ${taskSeconds} s, ${operation}`;
    const of = (name) => values[`${operation} ${name}`];
    return [
      { what, unit: "s", value: of("real"), baseline: of("expected"), against },
      { what: `${what}: off the forecast`, unit: "%", value: of("time off"), goal: valueGoal(GOAL_PERCENT) },
      { what, unit: "requests", value: of("real requests"), baseline: of("expected requests"), against },
    ];
  });
}

/** @returns {import("../figure.mjs").Figure} */
function largeFigure({ milliseconds }) {
  const what = `forecast of ${LARGE_STACK.toLocaleString("en")} routers`;
  return { what, unit: "ms", value: milliseconds, goal: valueGoal(LARGE_GOAL_MS) };
}
