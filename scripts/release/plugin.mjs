import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../setup/paths.mjs";
import { run, succeed } from "../setup/run.mjs";
import { bundlePlugin } from "./plugin/bundle.mjs";
import { buildExecutable } from "./plugin/executable.mjs";
import { licensesOf } from "./plugin/licenses.mjs";
import { PLATFORMS } from "./plugin/node.mjs";

// The plugin as Pulumi installs it on machines without Node: `pulumi plugin install resource cloudplatform VERSION --server URL` downloads
// the archive of its platform, which has one executable.

const NAME = "pulumi-resource-cloudplatform";

/**
 * Packs the plugin for each platform into a folder. Returns the names of the archives.
 *
 * @param {string} folder
 * @param {string[]} platforms
 * @returns {Promise<string[]>}
 */
export async function packPlugin(folder, platforms = PLATFORMS) {
  const { version } = JSON.parse(readFileSync(path.join(root, "sdk", "package.json"), "utf8"));
  const work = mkdtempSync(path.join(os.tmpdir(), "plugin-"));
  try {
    mkdirSync(folder, { recursive: true });
    const bundle = await bundlePlugin(work);
    const archives = [];
    for (const platform of platforms) {
      const content = path.join(work, platform);
      mkdirSync(content);
      const executable = path.join(content, platform.startsWith("windows-") ? `${NAME}.exe` : NAME);
      await buildExecutable(bundle.file, platform, executable);
      writeFileSync(path.join(content, "LICENSE"), licensesOf(bundle.packages));
      const archive = `${NAME}-v${version}-${platform}.tar.gz`;
      await succeed(run("tar", ["-czf", path.join(folder, archive), "-C", content, "."]));
      archives.push(archive);
    }
    return archives;
  } finally {
    rmSync(work, { recursive: true });
  }
}
