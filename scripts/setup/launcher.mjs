import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { modules, projectNode } from "./paths.mjs";
import { run } from "./run.mjs";

// The npm package `pulumi` is a launcher: it runs the CLI of its own version from
// <PULUMI_HOME or ~/.pulumi>/versions/<version>/bin and downloads it there when it is absent.

const launcher = path.join(modules, "pulumi");
const downloadLimitMs = 20 * 60_000;

/** Where the launcher looks for the CLI, and which version it looks for. */
export function launcherCache() {
  const pinned = JSON.parse(fs.readFileSync(path.join(launcher, "package.json"), "utf8")).version;
  const version = process.env.PULUMI_VERSION || pinned;
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const versions = path.join(path.resolve(home), "versions");
  return { version, versions, folder: path.join(versions, version) };
}

/**
 * Lets the launcher download into a folder of ours: what it leaves when it is interrupted looks finished to it.
 *
 * @param {string} version
 * @param {string} folder an empty folder, for its temporary files too
 * @returns {Promise<{ downloaded: string, output: string }>} the folder that should now have `bin` in it
 */
export async function download(version, folder) {
  const home = path.join(folder, "home");
  const temporary = path.join(folder, "tmp");
  fs.mkdirSync(temporary);
  const env = {
    ...process.env,
    PULUMI_HOME: home,
    PULUMI_VERSION: version,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    TMPDIR: temporary,
    TEMP: temporary,
    // Node's own fetch, which the launcher uses, heeds HTTPS_PROXY only then.
    NODE_USE_ENV_PROXY: "1",
  };
  const args = [path.join(launcher, "run.js"), "version"];
  const { output } = await run(projectNode, args, { env, timeoutMs: downloadLimitMs });
  return { downloaded: path.join(home, "versions", version), output };
}
