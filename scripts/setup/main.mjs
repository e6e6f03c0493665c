import os from "node:os";
import path from "node:path";
import { build, installDependencies } from "./checkout.mjs";
import { durationSince, SetupError, say, watchSignals } from "./run.mjs";

/**
 * Prepares the checkout, and says so only when there was something to do. With `--all` it also installs what only the
 * exhaustive tests, the site and the release need, and with `--languages` the CLI runs programs in YAML, Python and Go.
 */
export async function main() {
  const started = Date.now();
  const all = process.argv.includes("--all");
  watchSignals();
  try {
    const isNew = await installDependencies(all);
    await build();
    // This file and what it imports use Node alone. What follows uses the packages that are installed now.
    const { ensureCli, ensureOtherHosts } = await import("./cli.mjs");
    const cli = await ensureCli();
    if (all || process.argv.includes("--languages")) await ensureOtherHosts();
    const program = cli.program.replace(os.homedir() + path.sep, `~${path.sep}`);
    if (isNew || cli.isNew)
      say(`Ready after ${durationSince(started)}: Pulumi ${cli.version} (${cli.source}, ${program}).`);
  } catch (error) {
    process.exitCode ||= 1;
    if (error instanceof SetupError) say([error.output, error.message].filter(Boolean).join("\n"));
    else say(`Set-up failed: ${error?.stack ?? error}`);
  }
}
