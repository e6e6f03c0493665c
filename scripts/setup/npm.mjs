import fs from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * Runs npm: the one that runs us, if any, since another one on the PATH may be too old.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, keptOutput?: number }} [options]
 */
export function npm(args, options) {
  const script = npmScript();
  const all = { cwd: root, ...options };
  return script === undefined ? run("npm", args, all) : run(process.execPath, [script, ...args], all);
}

/**
 * The file that Node runs as npm; undefined where the `npm` of the PATH can be started. On Windows that is a .cmd file, which only a
 * shell can start, and the shell would interpret the arguments: there it is the npm that was installed with Node.
 *
 * @param {Pick<NodeJS.Process, "env" | "platform" | "execPath">} [system]
 */
export function npmScript({ env, platform, execPath } = process) {
  const running = env.npm_execpath ?? "";
  if (path.basename(running) === "npm-cli.js") return running;
  if (platform !== "win32") return undefined;
  const installed = path.join(path.dirname(execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return fs.existsSync(installed) ? installed : undefined;
}
