import { ratioGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What an `up` without changes costs: the most frequent run of a pipeline.

const PROGRAMS = {
  empty: "empty",
  ordinary: "memberships-ordinary",
  memberships: "memberships",
  routers: "routers",
};
const GOALS = { routers: ratioGoal(1.1) };

/** @type {import("../register.mjs").Measurement} */
export const noOp = {
  name: "no-op",
  title: "`up` without changes",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    const values = {};
    for (const [name, program] of Object.entries(PROGRAMS)) {
      log(`${count} resources of bench/programs/${program}`);
      values[name] = await seconds(program, count, repeat);
    }
    const figure = (name) => ({
      what: `${count} ${name}`,
      unit: "s",
      value: values[name],
      baseline: values.ordinary,
      against: `${count} memberships of an ordinary dynamic provider`,
      ...(GOALS[name] && { goal: GOALS[name] }),
    });
    const empty = { what: "no resources", unit: "s", value: values.empty };
    return { figures: [empty, figure("memberships"), figure("routers")], points: [] };
  },
};

async function seconds(program, count, repeat) {
  const values = await withPlatform({ taskTime: 0 }, ({ config }) =>
    withStack(program, { ...config, count }, async (stack) => {
      await stack.run("up", ...PARALLEL);
      return medians(repeat, async () => ({ seconds: (await stack.run("up", ...PARALLEL)).seconds }));
    }),
  );
  return values.seconds;
}
