import { ratioGoal } from "../figure.mjs";
import { withPlatform } from "../support/platform.mjs";
import { median } from "../support/samples.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// What `pulumi up --otel-traces` costs, with Pulumi's own spans. Runs with and without it take turns.

/** @type {import("../register.mjs").Measurement} */
export const traces = {
  name: "traces",
  title: "Traces",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    const runs = { without: [], with: [] };
    log(`${count} routers with and without traces`);
    await withPlatform({ taskTime: 1_000 }, ({ config }) =>
      withStack("routers", { ...config, count }, async (stack) => {
        for (let round = 0; round < repeat; round++)
          for (const [name, options] of [
            ["without", []],
            ["with", ["--otel-traces", `file://${stack.path("traces.json")}`]],
          ]) {
            runs[name].push((await stack.run("up", ...PARALLEL, ...options)).seconds);
            await stack.run("destroy", ...PARALLEL);
          }
      }),
    );
    const figure = {
      what: `creating ${count} routers, tasks of 1 s: \`--otel-traces\``,
      unit: "s",
      value: median(runs.with),
      baseline: median(runs.without),
      against: "without",
      goal: ratioGoal(1.03),
    };
    return { figures: [figure] };
  },
};
