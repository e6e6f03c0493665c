import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../setup/paths.mjs";
import { npm, run, succeed } from "../setup/run.mjs";

// The plugin as Pulumi installs it: `pulumi plugin install resource cloudplatform VERSION --file ARCHIVE`. The archive has the package and
// the SDK of Pulumi, which have no compiled modules, so one archive serves all systems. It needs only Node on the PATH.

const NAME = "pulumi-resource-cloudplatform";

const LAUNCHERS = {
  [NAME]: `#!/bin/sh\nexec "$(dirname "$0")/node_modules/pulumi-cloudplatform/plugin/${NAME}" "$@"\n`,
  [`${NAME}.cmd`]: `@"%~dp0node_modules\\pulumi-cloudplatform\\plugin\\${NAME}.cmd" %*\r\n`,
};

/**
 * Packs the plugin into a folder. Returns the name of the archive.
 *
 * @param {string} packed The archive of the npm package.
 * @param {string} folder
 */
export async function packPlugin(packed, folder) {
  const versionOf = (/** @type {string[]} */ ...folders) =>
    JSON.parse(readFileSync(path.join(root, ...folders, "package.json"), "utf8")).version;
  const version = versionOf("sdk");
  const archive = `${NAME}-v${version}.tar.gz`;
  const content = mkdtempSync(path.join(os.tmpdir(), "plugin-"));
  try {
    writeFileSync(path.join(content, "package.json"), '{ "private": true }\n');
    cpSync(packed, path.join(content, "package.tgz"));
    const sdk = `@pulumi/pulumi@${versionOf("node_modules", "@pulumi", "pulumi")}`;
    const options = ["--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
    await succeed(npm(["install", "./package.tgz", sdk, ...options], { cwd: content }));
    rmSync(path.join(content, "package.tgz"));
    for (const [name, text] of Object.entries(LAUNCHERS)) {
      writeFileSync(path.join(content, name), text);
      chmodSync(path.join(content, name), 0o755);
    }
    mkdirSync(folder, { recursive: true });
    await succeed(run("tar", ["-czf", path.join(folder, archive), "-C", content, "."]));
    return archive;
  } finally {
    rmSync(content, { recursive: true });
  }
}
