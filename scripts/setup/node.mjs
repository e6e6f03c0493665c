import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { projectNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { isAtLeast } from "./version.mjs";

/** The packages' own minimum. */
const oldest = "22.19.0";

/** @param {string} program */
async function works(program) {
  const { ok, stdout } = fs.existsSync(program)
    ? await run(program, ["--version"])
    : { ok: false, stdout: "" };
  return ok && isAtLeast(stdout, oldest);
}

/** Lets the project use the Node that runs set-up. */
function useThisNode() {
  fs.mkdirSync(path.dirname(projectNode), { recursive: true });
  fs.rmSync(projectNode, { force: true });
  if (process.platform === "win32") fs.copyFileSync(process.execPath, projectNode);
  else fs.symlinkSync(process.execPath, projectNode);
}

/** Makes sure that the project has a Node: npm has packages for the common platforms, but not for every Linux. */
export async function ensureProjectNode() {
  if (await works(projectNode)) {
    // A third of the package: headers for native add-ons, which nothing here compiles.
    if (!fs.lstatSync(projectNode).isSymbolicLink())
      fs.rmSync(path.join(path.dirname(projectNode), "..", "include"), { recursive: true, force: true });
    return;
  }
  if (!isAtLeast(process.version, oldest)) {
    throw new SetupError(
      `npm has no Node that runs on this platform, and ${process.version} is too old to take its place: install ` +
        `Node ${oldest} or newer, and run set-up again.`,
    );
  }
  useThisNode();
}
