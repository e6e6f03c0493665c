import fs from "node:fs";
import path from "node:path";
import semver from "semver";
import { exe, modules } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * @param {string} text text with a version in it, such as `v1.2.3`, `go1.25` or `1.2.3-dev`
 * @param {string} minimum
 */
export function isAtLeast(text, minimum) {
  const [found, wanted] = [semver.coerce(text), semver.coerce(minimum)];
  return found !== null && wanted !== null && semver.gte(found, wanted);
}

const plugin =
  process.platform === "win32" ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

/** What must lie beside each other, or on the PATH, for TypeScript programs with dynamic providers. */
export const cliFiles = { cli: exe("pulumi"), host: exe("pulumi-language-nodejs"), plugin };

/** The Python host starts programs with this script. */
export const pythonScript = "pulumi-language-python-exec";

/** A downloaded CLI has them beside it as well, for programs in other languages. */
const otherHosts = ["yaml", "python", "go"].map((language) => exe(`pulumi-language-${language}`));

/** @param {string} folder */
export function hasOtherHosts(folder) {
  return otherHosts.every((name) => isExecutable(path.join(folder, name)));
}

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

/** The oldest CLI that this project's SDK and tests work with; of the next major version nobody knows yet. */
export const oldestCli = "3.250.0";
const firstUnknown = "4.0.0";

/** npm puts the launcher there; it is not the CLI but fetches one. */
const isBinOfModules = (/** @type {string} */ folder) => folder.endsWith(path.join("node_modules", ".bin"));

const searchPath = () =>
  (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !isBinOfModules(folder));

/**
 * A launcher that was installed with `npm install --global` is a script of another name.
 *
 * @param {string} program
 */
const isLauncher = (program) => path.extname(fs.realpathSync(program)) === ".js";

/** The programs called `pulumi` on the PATH that could be a CLI. */
export function candidates() {
  return searchPath()
    .map((folder) => path.join(folder, cliFiles.cli))
    .filter((program) => isExecutable(program) && !isLauncher(program));
}

/**
 * The engine looks for its plugins on the PATH and beside itself.
 *
 * @param {string} program
 */
function findsPlugins(program) {
  const folders = [...searchPath(), path.dirname(program), path.dirname(fs.realpathSync(program))];
  const isThere = (/** @type {string} */ name) =>
    folders.some((folder) => isExecutable(path.join(folder, name)));
  return isThere(cliFiles.host) && isThere(cliFiles.plugin);
}

/**
 * @returns {Promise<{ program: string, version: string } | undefined>} the first usable CLI on the user's PATH
 */
export async function findCliOnPath() {
  for (const program of candidates().filter(findsPlugins)) {
    const version = await cliVersion(program);
    if (version && isAtLeast(version, oldestCli) && !isAtLeast(version, firstUnknown))
      return { program, version };
  }
  return undefined;
}
