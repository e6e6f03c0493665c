import fs from "node:fs";
import path from "node:path";
import { exe, modules } from "./paths.mjs";
import { run } from "./run.mjs";

const plugin =
  process.platform === "win32" ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

/** What must lie beside each other, or on the PATH, for TypeScript programs with dynamic providers. */
export const cliFiles = { cli: exe("pulumi"), host: exe("pulumi-language-nodejs"), plugin };

/** @param {string} file */
export function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * @param {string} program
 * @returns {Promise<string | undefined>} the version that it reports, without the `v`; undefined when it does not run
 */
export async function cliVersion(program) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { ok, stdout } = await run(program, ["version"], { env, timeoutMs: 60_000 });
  return ok ? /^v?(\d+\.\d+\.\d\S*)/m.exec(stdout)?.[1] : undefined;
}

/**
 * A truncated language host crashes or does not start.
 *
 * @param {string} program
 */
async function hostRuns(program) {
  const { output } = await run(program, ["-h"], { timeoutMs: 60_000 });
  return /usage/i.test(output);
}

/** @param {string} folder */
export function addDynamicProviderPlugin(folder) {
  const target = path.join(folder, plugin);
  fs.copyFileSync(path.join(modules, "@pulumi", "pulumi", plugin), `${target}.new`);
  fs.chmodSync(`${target}.new`, 0o755);
  fs.renameSync(`${target}.new`, target);
}

/**
 * Whether a folder has the CLI of that version with all that belongs to it, and whether the programs run.
 *
 * @param {string} folder
 * @param {string} version
 */
export async function isComplete(folder, version) {
  const [cli, host] = [path.join(folder, cliFiles.cli), path.join(folder, cliFiles.host)];
  if (!isExecutable(cli) || !isExecutable(host)) return false;
  if ((await cliVersion(cli)) !== version || !(await hostRuns(host))) return false;
  if (!isExecutable(path.join(folder, plugin))) addDynamicProviderPlugin(folder);
  return true;
}
