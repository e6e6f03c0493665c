import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { npm } from "./npm.mjs";
import { projectNode, projects, root, stamps } from "./paths.mjs";
import { step } from "./progress.mjs";
import { fingerprint, hash, readStamp, removeStamp, writeStamp } from "./stamp.mjs";

/** The fields of a package.json that decide what npm installs; editing its scripts must not install anew. */
const relevant = [
  "name",
  "version",
  "bin",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
];

/** @param {string} folder */
function manifest(folder) {
  const content = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
  return JSON.stringify(relevant.map((field) => content[field] ?? null));
}

/** What the installed dependencies depend on. */
const wanted = () =>
  hash([
    `${process.platform} ${process.arch}`,
    fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
    ...[".", ...projects].map(manifest),
  ]);

/**
 * @param {boolean} all whether those of all workspaces are needed
 * @returns {boolean} whether the installed dependencies are the present ones, and complete
 */
export function dependenciesReady(all) {
  const stamp = readStamp(stamps.dependencies);
  if (all && !stamp?.all) return false;
  return stamp?.wanted === wanted() && stamp.node !== undefined && stamp.node === fingerprint(projectNode);
}

// Development dependencies are wanted whatever NODE_ENV says, optional ones include the project's Node, and the
// workspaces' required Node is the project's own, not the one that runs npm.
const install = [
  "ci",
  "--include=dev",
  "--include=optional",
  "--engine-strict=false",
  "--no-audit",
  "--no-fund",
];

/** The compiled workspaces only: the others are in tests/, for what few commands need. */
const compiledOnly = ["--include-workspace-root", ...projects.map((name) => `--workspace=${name}`)];

/**
 * Installs the locked dependencies and the project's own Node.
 *
 * @param {boolean} all whether those of all workspaces are needed
 */
export async function installDependencies(all) {
  const key = wanted();
  // Once they are installed, a later set-up keeps them.
  const everything = all || readStamp(stamps.dependencies)?.all === true;
  removeStamp(stamps.dependencies);
  await step("Installing the dependencies with npm (usually 15 to 60 s)", async () => {
    const { ok, output } = await npm(everything ? install : [...install, ...compiledOnly]);
    if (!ok) {
      throw new SetupError(
        "npm could not install the dependencies: see its message above and run set-up again.",
        output,
      );
    }
    const { ensureProjectNode } = await import("./node.mjs");
    await ensureProjectNode();
  });
  writeStamp(stamps.dependencies, { wanted: key, node: fingerprint(projectNode), all: everything });
}
