import { ratioGoal, valueGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, PARALLELISM, withStack } from "../support/stack.mjs";

// Creations, changes and deletions of routers, with tasks that take time: seconds and requests.

const OPERATIONS = ["create", "rename", "destroy"];
const SPREAD = 0.2;

const PROVIDERS = {
  own: { program: "routers", name: "this package" },
  polling: { program: "routers-polling", name: "a provider that polls every 3 s" },
  instant: { program: "routers", name: "this package, tasks of 0 s" },
};
/** The interval between two polls decides, so the baseline that polls is measured once. */
const MEASURED_ONCE = "polling";
const TIME_GOAL = ratioGoal(1.12);
const REQUEST_GOALS = { create: valueGoal(4), rename: valueGoal(4), destroy: valueGoal(3) };

/** @type {import("../register.mjs").Measurement} */
export const work = {
  name: "work",
  title: "Whole work of routers",

  async measure({ quick, repeat, log }) {
    const sizes = quick
      ? [{ count: 2, taskSeconds: 0.2 }]
      : [
          { count: 20, taskSeconds: 8 },
          { count: 100, taskSeconds: 1 },
        ];
    const points = [];
    for (const { count, taskSeconds } of sizes)
      for (const [provider, { program, name }] of Object.entries(PROVIDERS)) {
        log(`${count} routers, tasks of ${taskSeconds} s: ${name}`);
        const taskTime = provider === "instant" ? 0 : taskTimes(taskSeconds);
        const times = provider === MEASURED_ONCE ? 1 : repeat;
        const values = await medians(times, () => life(program, count, taskTime));
        points.push({ provider, count, taskSeconds, ...values });
      }
    return { figures: figures(points) };
  },
};

function taskTimes(seconds) {
  return { min: seconds * 1000 * (1 - SPREAD), max: seconds * 1000 * (1 + SPREAD) };
}

/** @returns {Promise<import("../support/samples.mjs").Values>} */
function life(program, count, taskTime) {
  return withPlatform({ taskTime }, ({ config, counting }) =>
    withStack(program, { ...config, count }, async (stack) => {
      const create = await counting(() => stack.run("up", ...PARALLEL));
      await stack.configure({ prefix: "renamed" });
      const rename = await counting(() => stack.run("up", ...PARALLEL));
      const destroy = await counting(() => stack.run("destroy", ...PARALLEL));
      const runs = Object.entries({ create, rename, destroy });
      return Object.fromEntries(
        runs.flatMap(([operation, { seconds, requests }]) => [
          [`${operation} seconds`, seconds],
          [`${operation} requests`, requests / count],
        ]),
      );
    }),
  );
}

/** @returns {import("../figure.mjs").Figure[]} */
function figures(points) {
  return points
    .filter(({ provider }) => provider === "own")
    .flatMap((own) => {
      const { count, taskSeconds } = own;
      const other = (provider) =>
        points.find(
          (point) =>
            point.provider === provider && point.count === count && point.taskSeconds === taskSeconds,
        );
      const [polling, instant] = [other("polling"), other("instant")];
      const waves = Math.ceil(count / PARALLELISM);
      const size = `${count} routers × ${taskSeconds} s`;
      return OPERATIONS.flatMap((operation) => [
        {
          what: `${size}, ${operation}`,
          unit: "s",
          value: own[`${operation} seconds`],
          baseline: waves * taskSeconds + instant[`${operation} seconds`],
          against: `${waves} × ${taskSeconds} s, and the same run with tasks of 0 s`,
          goal: TIME_GOAL,
        },
        {
          what: `${size}, ${operation}`,
          unit: "s",
          value: own[`${operation} seconds`],
          baseline: polling[`${operation} seconds`],
          against: PROVIDERS.polling.name,
        },
        {
          what: `${size}, ${operation}`,
          unit: "requests each",
          value: own[`${operation} requests`],
          baseline: polling[`${operation} requests`],
          against: PROVIDERS.polling.name,
          goal: REQUEST_GOALS[operation],
        },
      ]);
    });
}
