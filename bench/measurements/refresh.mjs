import { valueGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { mediansOf, repeated } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What it costs that a run reads all objects first, beside the same run without it. Nothing has changed.

/** The routers of one page of the list. */
const PAGE_SIZE = 1_000;
/** With --run-program, the engine writes the state after each object that it has read. */
const WITH_PROGRAM = ["--refresh", "--run-program"];

/** @type {import("../register.mjs").Measurement} */
export const refresh = {
  name: "refresh",
  title: "Refresh",

  async measure({ quick, repeat, log }) {
    const sizes = { routers: quick ? 3 : 1_000, thresholds: quick ? 3 : 300 };
    const figures = [];
    for (const [program, count] of Object.entries(sizes)) {
      log(`${count} ${program}`);
      figures.push(...figuresOf(program, count, await valuesOf(program, count, repeat)));
    }
    return { figures };
  },
};

function valuesOf(program, count, repeat) {
  return withPlatform({ taskTime: 0 }, ({ config, counting }) =>
    withStack(program, { ...config, count }, async (stack) => {
      // The state of so many new resources takes minutes if it is written after each of them.
      stack.setEnvironment({ PULUMI_SKIP_CHECKPOINTS: "true" });
      await stack.run("up", ...PARALLEL);
      stack.setEnvironment({ PULUMI_SKIP_CHECKPOINTS: "false" });
      const runs = await repeated(repeat, async () => {
        const without = await stack.run("up", ...PARALLEL);
        const alone = await counting(() => stack.run("refresh", ...PARALLEL));
        const up = await counting(() => stack.run("up", "--refresh", ...PARALLEL));
        const withProgram = await stack.run("up", ...WITH_PROGRAM, ...PARALLEL);
        return {
          ...{ without: without.seconds, alone: alone.seconds },
          ...{ up: up.seconds, withProgram: withProgram.seconds },
          requests: Math.max(up.requests, alone.requests),
        };
      });
      return mediansOf(runs);
    }),
  );
}

/** @returns {import("../figure.mjs").Figure[]} */
function figuresOf(program, count, { without, alone, up, withProgram, requests }) {
  const size = `${count.toLocaleString("en")} unchanged ${program}`;
  const baseline = { baseline: without, against: "`up` without a refresh" };
  // The first router is read alone, and the others come from the list.
  const most = program === "routers" ? 1 + Math.ceil(count / PAGE_SIZE) : count;
  return [
    { what: `${size}, \`refresh\``, unit: "s", value: alone, ...baseline },
    { what: `${size}, \`up --refresh\``, unit: "s", value: up, ...baseline },
    { what: `${size}, \`up --refresh --run-program\``, unit: "s", value: withProgram, ...baseline },
    {
      what: `${size}, \`refresh\` or \`up --refresh\``,
      unit: "requests",
      value: requests,
      goal: valueGoal(most),
    },
  ];
}
