import fs from "node:fs";
import path from "node:path";
import { cliFiles, cliVersion, isExecutable } from "./cli-folder.mjs";
import { isAtLeast } from "./version.mjs";

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
