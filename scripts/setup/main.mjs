import { withLock } from "./lock.mjs";
import { checkoutLock } from "./paths.mjs";
import { duration, Interrupted, SetupError, say } from "./progress.mjs";
import { exitCodeFor, watchSignals } from "./run.mjs";
import { build, buildReady, dependenciesReady, installDependencies } from "./workspaces.mjs";

/**
 * Node modules and compiled files; looked at again under the lock, since another set-up may have made them.
 *
 * @param {boolean} all
 */
async function ensureCheckout(all) {
  if (dependenciesReady(all) && buildReady()) return false;
  await withLock(checkoutLock, async () => {
    if (!dependenciesReady(all)) await installDependencies(all);
    if (!buildReady()) await build();
  });
  return true;
}

/** @param {boolean} all */
async function setUp(all) {
  const started = Date.now();
  const prepared = await ensureCheckout(all);
  // This file and what it imports use Node alone. What follows uses the packages that are installed now.
  const { cliReady, ensureCli } = await import("./cli.mjs");
  if (cliReady()) {
    if (prepared) say(`Ready after ${duration(Date.now() - started)}.`);
    return;
  }
  const { version, source } = await ensureCli();
  say(`Ready after ${duration(Date.now() - started)}: Pulumi ${version} (${source}).`);
}

/** @param {unknown} error */
function report(error) {
  if (error instanceof Interrupted) {
    say("Set-up was interrupted: run it again, it goes on from the last finished step.");
    return exitCodeFor(error.signal);
  }
  if (error instanceof SetupError) {
    if (error.output) say(error.output);
    say(error.message);
  } else if (error?.code === "ENOSPC") {
    say("The disk is full: make room and run set-up again.");
  } else {
    say(`Set-up failed: ${error?.stack ?? error}`);
  }
  return 1;
}

/**
 * Prepares the checkout, and says so only when there was something to do. With `--all` it also installs what only the
 * exhaustive tests, the site, the plots and the release need.
 */
export async function main() {
  watchSignals();
  try {
    await setUp(process.argv.includes("--all"));
  } catch (error) {
    process.exitCode = report(error);
  }
}
