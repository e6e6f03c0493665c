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
const GOALS = { routers: ratioGoal(1) };

/** @type {import("../register.mjs").Measurement} */
export const noOp = {
  name: "no-op",
  title: "`up` without changes",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    const values = {};
    for (const [name, program] of Object.entries(PROGRAMS)) {
      log(`${count} resources of bench/programs/${program}`);
      values[name] = await noOpValues(program, count, repeat);
    }
    const figure = (name, what, value) => ({
      what: `${count} ${name}${what}`,
      unit: "s",
      value: values[name][value],
      baseline: values.ordinary[value],
      against: `${count} memberships of an ordinary dynamic provider`,
      ...(GOALS[name] && { goal: GOALS[name] }),
    });
    const both = (name) => [
      figure(name, "", "seconds"),
      figure(name, ", processor time of program and provider", "processor"),
    ];
    const empty = { what: "no resources", unit: "s", value: values.empty.seconds };
    return { figures: [empty, ...both("memberships"), ...both("routers")], points: [] };
  },
};

function noOpValues(program, count, repeat) {
  return withPlatform({ taskTime: 0 }, ({ config }) =>
    withStack(program, { ...config, count }, async (stack) => {
      await stack.run("up", ...PARALLEL);
      return medians(repeat, async () => {
        const { seconds, program: ofProgram, provider } = await stack.run("up", ...PARALLEL);
        return { seconds, processor: ofProgram.seconds + provider.seconds };
      });
    }),
  );
}
