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

/**
 * @param {boolean} all
 * @param {boolean} languages
 */
async function setUp(all, languages) {
  const started = Date.now();
  const prepared = await ensureCheckout(all);
  // This file and what it imports use Node alone. What follows uses the packages that are installed now.
  const { cliReady, ensureCli, ensureOtherHosts } = await import("./cli.mjs");
  const cli = cliReady() ? undefined : await ensureCli();
  if (languages) await ensureOtherHosts();
  const source = cli && `: Pulumi ${cli.version} (${cli.source})`;
  if (prepared || cli) say(`Ready after ${duration(Date.now() - started)}${source ?? ""}.`);
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
 * exhaustive tests, the site, the plots and the release need, and with `--languages` the CLI runs programs in YAML, Python and Go.
 */
export async function main() {
  watchSignals();
  try {
    const all = process.argv.includes("--all");
    await setUp(all, all || process.argv.includes("--languages"));
  } catch (error) {
    process.exitCode = report(error);
  }
}
