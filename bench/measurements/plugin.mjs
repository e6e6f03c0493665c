import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { HOST } from "../../scripts/release/plugin/node.mjs";
import { packPlugin } from "../../scripts/release/plugin.mjs";
import { projectEnv, root } from "../../scripts/setup/paths.mjs";
import { run, succeed } from "../../scripts/setup/run.mjs";
import { ratioGoal } from "../figure.mjs";
import { mediansOf, repeated } from "../support/samples.mjs";
import { inTurn, withStacks } from "../support/turns.mjs";
import { SCRIPT, yamlProgram } from "../support/yaml.mjs";

// What the plugin costs as one executable, beside its script with the Node of the PATH.

const NAME = "pulumi-resource-cloudplatform";
const STARTS_PER_REPETITION = 5;

/** @type {import("../register.mjs").Measurement} */
export const plugin = {
  name: "plugin",
  title: "The plugin as an executable beside its script",

  async measure({ quick, repeat, log }) {
    const count = quick ? 3 : 100;
    const executable = fs.mkdtempSync(path.join(os.tmpdir(), "cloudplatform-bench-plugin-"));
    try {
      log("packing the executable");
      const [archive] = await packPlugin(executable, [HOST]);
      await succeed(run("tar", ["-xzf", archive], { cwd: executable }));
      log("starts of each");
      const starts = await repeated(quick ? 1 : repeat * STARTS_PER_REPETITION, () => start(executable));
      log(`${count} routers with each`);
      const ups = await repeated(repeat, () => up(count, executable));
      return { figures: [figure("start", "ms", 1, starts), figure(`${count} routers, up`, "s", 1.05, ups)] };
    } finally {
      fs.rmSync(executable, { recursive: true });
    }
  },
};

/** The time until each form serves. */
async function start(executable) {
  return {
    script: await startOf(path.join(root, "node_modules", "pulumi-cloudplatform", "plugin", NAME)),
    executable: await startOf(path.join(executable, NAME)),
  };
}

/** @param {string} file */
async function startOf(file) {
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...env } = projectEnv();
  const begin = performance.now();
  const child = spawn(file, [], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const time = performance.now() - begin;
  child.kill("SIGINT");
  await once(child, "close");
  return time;
}

function up(count, executable) {
  return withStacks(["empty", "empty"], { count, taskTime: 0 }, async (stacks) => {
    for (const [index, folder] of [SCRIPT, executable].entries())
      stacks[index].write("Pulumi.yaml", yamlProgram(count, folder));
    const [ofScript, ofExecutable] = await inTurn(stacks, "up");
    return { script: ofScript.seconds, executable: ofExecutable.seconds };
  });
}

/** @returns {import("../figure.mjs").Figure} */
function figure(what, unit, goal, samples) {
  const { script, executable } = mediansOf(samples);
  return { what, unit, value: executable, baseline: script, against: "the script", goal: ratioGoal(goal) };
}
