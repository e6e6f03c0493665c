import { ratioGoal } from "../figure.mjs";
import { mediansOf, repeated } from "../support/samples.mjs";
import { inTurn, withStacks } from "../support/turns.mjs";

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
    log(`${count} resources of each program`);
    const values = await withStacks(Object.values(PROGRAMS), { count, taskTime: 0 }, (stacks) =>
      noOpValues(stacks, repeat),
    );
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
    return { figures: [empty, ...both("memberships"), ...both("routers")] };
  },
};

/** The values of each program. */
async function noOpValues(stacks, repeat) {
  await inTurn(stacks, "up");
  const runs = await repeated(repeat, () => inTurn(stacks, "up"));
  const values = runs.map((run) =>
    run.map(({ seconds, program, provider }) => ({
      seconds,
      processor: program.seconds + provider.seconds,
    })),
  );
  const programs = Object.keys(PROGRAMS).map((name, index) => [
    name,
    mediansOf(values.map((run) => run[index])),
  ]);
  return Object.fromEntries(programs);
}
