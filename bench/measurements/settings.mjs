import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, PARALLELISM, withStack } from "../support/stack.mjs";

// What a large stack gains by options of the CLI.

const TASK_MS = 1_000;
const MORE_PARALLEL = 40;

/** @type {import("../register.mjs").Measurement} */
export const settings = {
  name: "settings",
  title: "Options of the CLI",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    const create = (options, run) => {
      log(`creating ${count} routers ${options}`);
      return medians(repeat, async () => ({ seconds: (await creation(count, run)).seconds }));
    };
    const usual = `--skip-preview ${PARALLEL.join(" ")}`;
    const [base, preview, parallel] = [
      await create(usual, (stack) => stack.run("up", ...PARALLEL)),
      await create(PARALLEL.join(" "), (stack) => stack.upAfterPreview(...PARALLEL)),
      await create(`--skip-preview --parallel ${MORE_PARALLEL}`, (stack) =>
        stack.run("up", "--parallel", String(MORE_PARALLEL)),
      ),
    ];
    const figure = (what, { seconds }) => ({
      what: `creating ${count} routers, tasks of ${TASK_MS / 1000} s: ${what}`,
      unit: "s",
      value: seconds,
      baseline: base.seconds,
      against: `\`${usual}\``,
    });
    return {
      figures: [
        figure("with a preview", preview),
        figure(`\`--parallel ${MORE_PARALLEL}\` instead of ${PARALLELISM}`, parallel),
      ],
      points: [],
    };
  },
};

function creation(count, run) {
  return withPlatform({ taskTime: TASK_MS }, ({ config }) => withStack("routers", { ...config, count }, run));
}
