import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { projectEnv, root } from "../../scripts/setup/paths.mjs";

/**
 * Runs a file of bench/support in a process of its own. Returns the JSON that it prints.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {string[]} [options] Options of Node.
 */
export async function runNode(file, args, options = []) {
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...env } = projectEnv();
  const script = path.join(root, "bench", "support", file);
  const { stdout } = await promisify(execFile)("node", [...options, script, ...args], { env });
  return JSON.parse(stdout);
}
