import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withPlatform } from "../support/platform.mjs";
import { medians } from "../support/samples.mjs";
import { PARALLEL, PARALLELISM, withStack } from "../support/stack.mjs";

// What a large stack gains by settings of its users. The page shows the ratios.

const TASK_MS = 1_000;
const MORE_PARALLEL = 40;
const WITHOUT_CHECKPOINTS = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** @type {import("../register.mjs").Measurement} */
export const settings = {
  name: "settings",
  title: "Settings for large stacks",

  async measure(options) {
    return { figures: [...(await creations(options)), ...(await unchanged(options))] };
  },
};

/** Seconds, most of which are waits for tasks. */
async function creations({ quick, repeat, log }) {
  const count = quick ? 3 : 100;
  const create = (options, run) => {
    log(`creating ${count} routers ${options}`);
    return medians(repeat, async () => ({ seconds: (await creation(count, run)).seconds }));
  };
  const usual = `--skip-preview ${PARALLEL.join(" ")}`;
  const preview = await create(PARALLEL.join(" "), (stack) => stack.upAfterPreview(...PARALLEL));
  const base = await create(usual, (stack) => stack.run("up", ...PARALLEL));
  const parallel = await create(`--skip-preview --parallel ${MORE_PARALLEL}`, (stack) =>
    stack.run("up", "--parallel", String(MORE_PARALLEL)),
  );
  const figure = (what, { seconds }, before, against) => ({
    what: `creating ${count} routers, tasks of ${TASK_MS / 1000} s: ${what}`,
    unit: "s",
    value: seconds,
    baseline: before.seconds,
    against,
  });
  return [
    figure("`--skip-preview`", base, preview, "with a preview"),
    figure(`\`--parallel ${MORE_PARALLEL}\``, parallel, base, `\`--parallel ${PARALLELISM}\``),
  ];
}

function creation(count, run) {
  return withPlatform({ taskTime: TASK_MS }, ({ config }) => withStack("routers", { ...config, count }, run));
}

/** Processor time of the program and of the provider process, in turn with and without each setting. */
async function unchanged({ quick, repeat, log }) {
  const count = quick ? 3 : 1_000;
  const cache = fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-bench-cache-"));
  log(`${count} unchanged memberships`);
  const { usual, cached } = await withUnchanged(count, repeat, cache);
  fs.rmSync(cache, { recursive: true });
  const figure = (what, value) => ({
    what: `\`up\` of ${count.toLocaleString("en")} unchanged resources, processor time of program and provider: ${what}`,
    unit: "s",
    value,
    baseline: usual,
    against: "without",
  });
  return [figure("`NODE_COMPILE_CACHE`", cached)];
}

function withUnchanged(count, repeat, cache) {
  return withPlatform({}, ({ config }) =>
    withStack("memberships", { ...config, count }, async (stack) => {
      stack.setEnvironment(WITHOUT_CHECKPOINTS);
      await stack.run("up", ...PARALLEL);
      const processor = async (variables) => {
        stack.setEnvironment({ NODE_COMPILE_CACHE: "", ...variables });
        const { program: ofProgram, provider } = await stack.run("up", ...PARALLEL);
        return ofProgram.seconds + provider.seconds;
      };
      await processor({ NODE_COMPILE_CACHE: cache });
      return medians(repeat, async () => ({
        usual: await processor({}),
        cached: await processor({ NODE_COMPILE_CACHE: cache }),
      }));
    }),
  );
}
