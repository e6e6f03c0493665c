import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cliFiles, isComplete } from "./cli-folder.mjs";
import { candidates, findCliOnPath, oldestCli } from "./cli-on-path.mjs";
import { SetupError } from "./errors.mjs";
import { buildableVersion, buildFromModules, findGo, neededGo } from "./go.mjs";
import { download, launcherCache } from "./launcher.mjs";
import { withLock } from "./lock.mjs";
import { stamps } from "./paths.mjs";
import { step } from "./progress.mjs";
import { removeFolder } from "./remove.mjs";
import { fingerprint, readStamp, writeStamp } from "./stamp.mjs";
import { isAtLeast } from "./version.mjs";

/**
 * @typedef {object} Cli
 * @property {string} program
 * @property {string} version
 * @property {string} source in words, for the user
 */

const fingerprints = (/** @type {string} */ program) =>
  Object.values(cliFiles).map((name) => fingerprint(path.join(path.dirname(program), name)) ?? "");

/** @returns {boolean} whether the CLI that was last found to work is still the one to use, and unchanged */
export function cliReady() {
  const cli = readStamp(stamps.cli);
  if (!cli || cli.fingerprints.join() !== fingerprints(cli.program).join()) return false;
  const cached = path.join(launcherCache().folder, "bin", cliFiles.cli);
  return cli.program === cached || candidates().includes(cli.program);
}

/** @param {Cli} cli */
function remember(cli) {
  writeStamp(stamps.cli, { ...cli, fingerprints: fingerprints(cli.program) });
  return cli;
}

/**
 * A folder for unfinished work beside the finished, so that a rename moves it there.
 *
 * @template T
 * @param {ReturnType<typeof launcherCache>} cache
 * @param {(folder: string) => Promise<T>} work
 */
async function withWorkFolder({ versions, version }, work) {
  const prefix = `.setup-${version}-`;
  const leftOver = fs.readdirSync(versions).filter((name) => name.startsWith(prefix));
  for (const name of leftOver) await removeFolder(path.join(versions, name));
  const folder = fs.mkdtempSync(path.join(versions, prefix));
  try {
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

/**
 * @param {string} from
 * @param {string} to replaced when it is there
 */
function putInPlace(from, to) {
  if (fs.existsSync(to)) fs.renameSync(to, `${from}.replaced`);
  fs.renameSync(from, to);
}

/**
 * @param {ReturnType<typeof launcherCache>} cache
 * @returns {Promise<string | undefined>} why it is not possible; undefined after success
 */
function tryDownload(cache) {
  const title = `Downloading the Pulumi CLI ${cache.version} (usually 1 to 3 min)`;
  const work = async (/** @type {string} */ folder) => {
    const { downloaded, output } = await download(cache.version, folder);
    if (!(await isComplete(path.join(downloaded, "bin"), cache.version))) {
      return output.trim().split("\n").pop() || "it did not run";
    }
    putInPlace(downloaded, cache.folder);
    return undefined;
  };
  return step(
    title,
    () => withWorkFolder(cache, work),
    (why) => (why ? "not possible" : "done"),
  );
}

/**
 * @param {ReturnType<typeof launcherCache>} cache
 * @param {import("./go.mjs").Go} go
 */
function buildCli(cache, go) {
  const title = `Building the Pulumi CLI ${cache.version} from its Go modules instead (usually 5 to 8 min)`;
  return step(title, (report) =>
    withWorkFolder(cache, async (folder) => {
      const built = await buildFromModules(go, folder, report);
      if (!(await isComplete(path.join(built, "bin"), cache.version))) {
        throw new SetupError(
          "The Pulumi CLI that Go built does not run here: install Pulumi (https://www.pulumi.com).",
        );
      }
      putInPlace(built, cache.folder);
    }),
  );
}

/**
 * @param {ReturnType<typeof launcherCache>} cache
 * @param {string} why
 */
function cannotGetCli({ version }, why) {
  const reason = why.replace(/^pulumi: /, "");
  const choice =
    version === buildableVersion()
      ? `install Pulumi ${oldestCli} or newer (https://www.pulumi.com/docs/install/) or Go ${neededGo()} or newer`
      : `install it, or unset PULUMI_VERSION`;
  return new SetupError(
    `The Pulumi CLI ${version} could not be downloaded (${reason}): ${choice}, and run set-up again.`,
  );
}

/**
 * Makes the launcher's cache complete.
 *
 * @param {ReturnType<typeof launcherCache>} cache
 * @returns {Promise<string>} where the CLI came from
 */
async function fillCache(cache) {
  if (await isComplete(path.join(cache.folder, "bin"), cache.version)) return "already there";
  const why = await tryDownload(cache);
  if (why === undefined) return "downloaded";
  const go = cache.version === buildableVersion() ? await findGo() : undefined;
  if (!go) throw cannotGetCli(cache, why);
  await buildCli(cache, go);
  return "built from Go modules";
}

const homeAsTilde = (/** @type {string} */ file) => file.replace(os.homedir() + path.sep, `~${path.sep}`);

/**
 * Finds a CLI on the user's PATH, or puts one where the npm launcher looks for it.
 *
 * @returns {Promise<Cli>}
 */
export async function ensureCli() {
  const own = await findCliOnPath();
  if (own) return remember({ ...own, source: `yours, ${homeAsTilde(own.program)}` });

  const cache = launcherCache();
  if (!isAtLeast(cache.version, oldestCli)) {
    throw new SetupError(
      `PULUMI_VERSION asks for ${cache.version}, but ${oldestCli} is the oldest that works: unset it.`,
    );
  }
  const origin = await withLock(path.join(cache.versions, `.setup-${cache.version}.lock`), () =>
    fillCache(cache),
  );
  const program = path.join(cache.folder, "bin", cliFiles.cli);
  return remember({ program, version: cache.version, source: `${origin}, ${homeAsTilde(program)}` });
}
