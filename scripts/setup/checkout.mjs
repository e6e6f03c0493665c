import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { modules, projectNode, projects, readStamp, root, stamp } from "./paths.mjs";
import { npm, run, SetupError, step } from "./run.mjs";

// The dependencies and the compiled packages.

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
 * Installs the locked dependencies with the project's own Node, unless they are installed.
 *
 * @param {boolean} all whether those of all workspaces are needed
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function installDependencies(all) {
  const lock = createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  const installed = readStamp();
  if (installed.lock === lock && (installed.all || !all)) return false;
  // Once they are installed, a later set-up keeps them.
  const everything = all || installed.all === true;
  await step("Installing the dependencies with npm (usually 15 to 60 s)", async () => {
    const { ok, output } = await npm(everything ? install : [...install, ...compiledOnly]);
    if (!ok)
      throw new SetupError(
        "npm could not install the dependencies: see its message above and run set-up again.",
        output,
      );
    await ensureProjectNode();
  });
  stamp({ lock, all: everything });
  return true;
}

/** The packages' own minimum. */
const oldest = "22.19.0";

/** @param {string} version as Node prints it */
const isNewEnough = (version) =>
  version.trim().replace(/^v/, "").localeCompare(oldest, "en", { numeric: true }) >= 0;

/** npm has packages of Node for the common platforms, but not for every Linux. There it is the Node that runs set-up. */
async function ensureProjectNode() {
  const { ok, stdout } = await run(projectNode, ["--version"]);
  if (ok && isNewEnough(stdout)) return;
  if (!isNewEnough(process.version))
    throw new SetupError(
      `npm has no Node that runs on this platform, and ${process.version} is too old to take its place: install ` +
        `Node ${oldest} or newer, and run set-up again.`,
    );
  fs.mkdirSync(path.dirname(projectNode), { recursive: true });
  fs.rmSync(projectNode, { force: true });
  if (process.platform === "win32") fs.copyFileSync(process.execPath, projectNode);
  else fs.symlinkSync(process.execPath, projectNode);
}

/** Compiles what has changed: the compiler knows it. */
export async function build() {
  const compiler = path.join(modules, "typescript", "bin", "tsc");
  const { ok, output } = await run(projectNode, [compiler, "-b", ...projects], { cwd: root });
  if (!ok) throw new SetupError("The sources do not compile: correct what the compiler says above.", output);
}
