import { ratioGoal, valueGoal } from "../figure.mjs";
import { lines } from "../report/plots.mjs";
import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What a stack of many small resources costs, against the same resources of an ordinary dynamic provider.

const PROVIDERS = { own: "memberships", ordinary: "memberships-ordinary" };
const NAMES = { own: "this package", ordinary: "ordinary dynamic provider" };
const PROCESSES = ["engine", "program", "provider"];
const OPERATIONS = ["up", "no-op up", "refresh", "destroy"];

/** The goals at 1,000 resources. */
const GOALS = { up: ratioGoal(0.65), "no-op up": ratioGoal(1), destroy: ratioGoal(0.5) };
const STATE_GOAL = ratioGoal(0.4);
const MEMORY_GOAL_MB = 40;
const GOAL_SIZE = 1_000;
/** A stack of this size is measured once. */
const ONCE_FROM = 3_000;

/** @type {import("../register.mjs").Measurement} */
export const engine = {
  name: "engine",
  title: "Engine cost of small resources",

  async measure({ quick, repeat, log }) {
    const points = [];
    for (const count of quick ? [3] : [100, 300, GOAL_SIZE, ONCE_FROM])
      for (const [provider, program] of Object.entries(PROVIDERS)) {
        log(`${count} resources of ${NAMES[provider]}`);
        const values = await medians(count < ONCE_FROM ? repeat : 1, () => life(program, count));
        points.push({ provider, count, ...values });
      }
    return { figures: figures(points), points };
  },

  plots(points) {
    const rows = points.flatMap(({ provider, count, ...values }) =>
      OPERATIONS.map((operation) => ({
        provider: NAMES[provider],
        operation,
        resources: count,
        seconds: values[operation],
      })),
    );
    return {
      "engine-cost": lines({
        rows,
        title: "Seconds of one run by number of small resources",
        x: "resources",
        y: "seconds",
        color: "provider",
        facet: "operation",
      }),
    };
  },
};

/** @returns {Promise<import("../support/samples.mjs").Values>} */
function life(program, count) {
  return withPlatform({}, ({ config }) =>
    withStack(program, { ...config, count }, async (stack) => {
      const up = await stack.run("up", ...PARALLEL);
      const stateBytes = stack.stateBytes() / count;
      const noOp = await stack.run("up", ...PARALLEL);
      const refresh = await stack.run("refresh", ...PARALLEL);
      const destroy = await stack.run("destroy", ...PARALLEL);
      return {
        up: up.seconds,
        "no-op up": noOp.seconds,
        refresh: refresh.seconds,
        destroy: destroy.seconds,
        stateBytes,
        memory: up.provider.megabytes,
        ...processorTimes(noOp),
      };
    }),
  );
}

/** @param {import("../support/stack.mjs").Run} run */
function processorTimes(run) {
  return Object.fromEntries(PROCESSES.map((name) => [`${name} processor time`, run[name].seconds]));
}

/** @returns {import("../figure.mjs").Figure[]} */
function figures(points) {
  const own = points.filter(({ provider }) => provider === "own");
  return own.flatMap((values) => {
    const { count } = values;
    const ordinary = points.find((point) => point.provider === "ordinary" && point.count === count);
    const against = NAMES.ordinary;
    const atGoalSize = (goal) => (count === GOAL_SIZE && goal ? { goal } : {});
    const size = `${count.toLocaleString("en")} resources`;
    return [
      ...OPERATIONS.map((operation) => ({
        what: `${size}, ${operation}`,
        unit: "s",
        value: values[operation],
        baseline: ordinary[operation],
        against,
        ...atGoalSize(GOALS[operation]),
      })),
      ...PROCESSES.map((name) => ({
        what: `${size}, no-op up, processor time of the ${name}`,
        unit: "s",
        value: values[`${name} processor time`],
        baseline: ordinary[`${name} processor time`],
        against,
      })),
      {
        what: `${size}, state per resource`,
        unit: "bytes",
        value: values.stateBytes,
        baseline: ordinary.stateBytes,
        against,
        ...atGoalSize(STATE_GOAL),
      },
      {
        what: `${size}, memory of the provider process above that of the ordinary one`,
        unit: "MB",
        value: values.memory && ordinary.memory && values.memory - ordinary.memory,
        ...atGoalSize(valueGoal(MEMORY_GOAL_MB)),
      },
    ];
  });
}
