import path from "node:path";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * Runs npm: the one that runs us, if any, since another one on the PATH may be too old.
 *
 * @param {readonly string[]} args
 */
export function npm(args) {
  const running = process.env.npm_execpath ?? "";
  const options = { cwd: root };
  if (path.basename(running) === "npm-cli.js") return run(process.execPath, [running, ...args], options);
  return run("npm", args, options);
}
