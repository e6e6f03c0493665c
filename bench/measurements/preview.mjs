import { ratioGoal } from "../figure.mjs";
import { medians } from "../support/samples.mjs";
import { withStacks } from "../support/turns.mjs";

// What the questions of a preview cost: a preview of new routers with and without them.

/** @type {import("../register.mjs").Measurement} */
export const preview = {
  name: "preview",
  title: "A preview that asks the platform",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 500;
    log(`${count} new routers`);
    const values = await withStacks(
      ["routers", "routers"],
      { count, taskTime: 0 },
      async ([asking, silent]) => {
        silent.setEnvironment({ CLOUDPLATFORM_PREVIEW_READS: "false" });
        await Promise.all([asking.preview(), silent.preview()]);
        return medians(repeat, async () => ({
          asking: await secondsOf(asking),
          silent: await secondsOf(silent),
        }));
      },
    );
    const figure = {
      what: `preview of ${count} new routers`,
      unit: "s",
      value: values.asking,
      baseline: values.silent,
      against: "without questions",
      goal: ratioGoal(1.1),
    };
    return { figures: [figure] };
  },
};

/** @param {import("../support/stack.mjs").Stack} stack */
async function secondsOf(stack) {
  const begin = performance.now();
  await stack.preview();
  return (performance.now() - begin) / 1000;
}
