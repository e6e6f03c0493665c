import fs from "node:fs";
import path from "node:path";
import { SetupError } from "./errors.mjs";
import { npm } from "./npm.mjs";
import { projectNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { isAtLeast } from "./version.mjs";

/** The dependencies' own minimum. */
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

/**
 * Makes sure that the dev dependency `node`, which gets its program by an install script, has it. npm may have
 * skipped that script, and the program does not run on every Linux.
 */
export async function ensureProjectNode() {
  if (await works(projectNode)) return;
  const rebuilt = await npm(["rebuild", "node", "--foreground-scripts"]);
  if (await works(projectNode)) return;
  if (!isAtLeast(process.version, oldest)) {
    throw new SetupError(
      `The project's own Node could not be installed and ${process.version} is too old to take its place: install ` +
        `Node ${oldest} or newer, or let npm run install scripts (its option ignore-scripts), and run set-up again.`,
      rebuilt.ok ? "" : rebuilt.output,
    );
  }
  useThisNode();
}
