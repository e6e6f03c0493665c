import { ratioGoal, valueGoal } from "../figure.mjs";
import { mediansOf, repeated } from "../support/samples.mjs";
import { inTurn, withStacks } from "../support/turns.mjs";

// What a stack of many small resources costs, against the same resources of ordinary dynamic providers.

const PROVIDERS = { own: "memberships", ordinary: "memberships-ordinary" };
const NAMES = {
  own: "this package",
  ordinary: "ordinary dynamic provider",
};
const PROGRAMS = Object.values(PROVIDERS);
const PROCESSES = ["engine", "program", "provider"];
const OPERATIONS = ["up", "no-op up", "refresh", "destroy"];

/** The goals at 1,000 resources, against the baseline. */
const GOALS = { up: ratioGoal(0.5), "no-op up": ratioGoal(0.85), destroy: ratioGoal(0.45) };
const PROCESSOR_GOAL = ratioGoal(0.85);
const STATE_GOAL = ratioGoal(0.33);
const MEMORY_GOAL_MB = 40;
const GOAL_SIZE = 1_000;

/**
 * The sizes, each with or without checkpoints. In a folder, a checkpoint is the whole state and follows each step, so with
 * 3,000 resources the checkpoints alone would take longer than all other measurements.
 */
const SIZES = [
  { count: 100, checkpoints: true },
  { count: 300, checkpoints: true },
  { count: GOAL_SIZE, checkpoints: true },
  { count: GOAL_SIZE, checkpoints: false },
  { count: 3_000, checkpoints: false },
];
const QUICK_SIZES = [{ count: 3, checkpoints: true }];
/** Larger stacks live once. Only their no-op `up` is repeated. */
const ONCE_FROM = GOAL_SIZE;
const WITHOUT_CHECKPOINTS = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** @type {import("../register.mjs").Measurement} */
export const engine = {
  name: "engine",
  title: "Engine cost of small resources",

  async measure({ quick, repeat, log }) {
    const points = [];
    for (const size of quick ? QUICK_SIZES : SIZES) {
      log(nameOf(size));
      const [lives, noOps] = size.count < ONCE_FROM ? [repeat, 1] : [1, repeat];
      const runs = await repeated(lives, () =>
        withStacks(PROGRAMS, { count: size.count }, (stacks) => life(stacks, size, noOps)),
      );
      for (const [index, provider] of Object.keys(PROVIDERS).entries())
        points.push({ provider, ...size, ...mediansOf(runs.map((values) => values[index])) });
    }
    return { figures: figures(points) };
  },
};

/**
 * What the life of each stack costs.
 *
 * @returns {Promise<import("../support/samples.mjs").Values[]>}
 */
async function life(stacks, { count, checkpoints }, noOps) {
  if (!checkpoints) for (const stack of stacks) stack.setEnvironment(WITHOUT_CHECKPOINTS);
  const ups = await inTurn(stacks, "up");
  const states = stacks.map((stack) => stack.stateBytes() / count);
  const unchanged = await repeated(noOps, () => inTurn(stacks, "up"));
  const refreshes = await inTurn(stacks, "refresh");
  const destroys = await inTurn(stacks, "destroy");
  return stacks.map((_, index) => ({
    up: ups[index].seconds,
    ...mediansOf(unchanged.map((runs) => noOpValues(runs[index]))),
    refresh: refreshes[index].seconds,
    destroy: destroys[index].seconds,
    stateBytes: states[index],
    memory: ups[index].provider.megabytes,
  }));
}

/** @param {import("../support/stack.mjs").Run} run */
function noOpValues(run) {
  const times = PROCESSES.map((name) => [`${name} processor time`, run[name].seconds]);
  return { "no-op up": run.seconds, ...Object.fromEntries(times) };
}

function nameOf({ count, checkpoints }) {
  return `${count.toLocaleString("en")} resources${checkpoints ? "" : " without checkpoints"}`;
}

/** @returns {import("../figure.mjs").Figure[]} */
function figures(points) {
  return points
    .filter(({ provider }) => provider === "own")
    .flatMap((own) => {
      const baseline = points.find((point) => isAs(point, { ...own, provider: "ordinary" }));
      return [...compared(own, baseline), memoryAbove(own, baseline)];
    });
}

function isAs(point, { provider, count, checkpoints }) {
  return point.provider === provider && point.count === count && point.checkpoints === checkpoints;
}

const goalOf = ({ count, checkpoints }, goal) => (count === GOAL_SIZE && checkpoints && goal ? { goal } : {});

/** @returns {import("../figure.mjs").Figure[]} */
function compared(own, baseline) {
  const line = (what, unit, of, goal) => ({
    what: `${nameOf(own)}, ${what}`,
    unit,
    value: of(own),
    baseline: of(baseline),
    against: NAMES[baseline.provider],
    ...goalOf(own, goal),
  });
  const processor = (name) => (point) => point[`${name} processor time`];
  const ofNode = (point) => processor("program")(point) + processor("provider")(point);
  return [
    ...OPERATIONS.map((operation) => line(operation, "s", (point) => point[operation], GOALS[operation])),
    line("no-op up, processor time of program and provider", "s", ofNode, PROCESSOR_GOAL),
    ...PROCESSES.map((name) => line(`no-op up, processor time of the ${name}`, "s", processor(name))),
    line("state per resource", "bytes", (point) => point.stateBytes, STATE_GOAL),
  ];
}

function memoryAbove(own, ordinary) {
  return {
    what: `${nameOf(own)}, memory of the provider process above that of the ordinary one`,
    unit: "MB",
    value: own.memory && ordinary.memory && own.memory - ordinary.memory,
    ...goalOf(own, valueGoal(MEMORY_GOAL_MB)),
  };
}
