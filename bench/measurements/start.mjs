import { valueGoal } from "../figure.mjs";
import { runNode } from "../support/node.mjs";
import { medians } from "../support/samples.mjs";

// What loading the package adds to the start of a program and of the dynamic-provider process.

const PULUMI = "@pulumi/pulumi";
/** A process starts in less than a second, so it is started more often than a stack runs. */
const STARTS_PER_REPETITION = 5;

const TARGETS = [
  { what: "import of the package in a program", target: "pulumi-cloudplatform", goal: valueGoal(15) },
  {
    what: "provider entry, for EdgeGroupMembership",
    target: "pulumi-cloudplatform/provider:EdgeGroupMembership",
    goal: valueGoal(120),
  },
  {
    what: "provider entry, for Router",
    target: "pulumi-cloudplatform/provider:Router",
    goal: valueGoal(120),
  },
];

/** @type {import("../register.mjs").Measurement} */
export const start = {
  name: "start",
  title: "Start",

  async measure({ quick, repeat, log }) {
    const times = quick ? 1 : repeat * STARTS_PER_REPETITION;
    const load = (before, target) => {
      log(`loading ${target}`);
      return medians(times, () => runNode("load.cjs", [before, target]));
    };
    const pulumi = await load("", PULUMI);
    const figures = [];
    for (const { what, target, goal } of TARGETS) {
      const { milliseconds, megabytes } = await load(PULUMI, target);
      figures.push(
        { what, unit: "ms", value: milliseconds, baseline: pulumi.milliseconds, against: PULUMI, goal },
        { what, unit: "MB", value: megabytes, baseline: pulumi.megabytes, against: PULUMI },
      );
    }
    return { figures };
  },
};
