import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildableVersion, buildFromModules, buildOtherHosts, findGo, neededGo } from "../cli/build.mjs";
import {
  candidates,
  cliFiles,
  findCliOnPath,
  hasOtherHosts,
  isAtLeast,
  isComplete,
  oldestCli,
} from "./find-cli.mjs";
import { withLock } from "./lock.mjs";
import { fingerprint, modules, projectNode, readStamp, stamps, writeStamp } from "./paths.mjs";
import { SetupError, step } from "./progress.mjs";
import { run } from "./run.mjs";

// The npm package `pulumi` is a launcher: it runs the CLI of its own version from
// <PULUMI_HOME or ~/.pulumi>/versions/<version>/bin and downloads it there when it is absent.

const launcher = path.join(modules, "pulumi");
const downloadLimitMs = 20 * 60_000;

/** Where the launcher looks for the CLI, and which version it looks for. */
export function launcherCache() {
  const pinned = JSON.parse(fs.readFileSync(path.join(launcher, "package.json"), "utf8")).version;
  const version = process.env.PULUMI_VERSION || pinned;
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const versions = path.join(path.resolve(home), "versions");
  return { version, versions, folder: path.join(versions, version) };
}

/**
 * Lets the launcher download into a folder of ours: what it leaves when it is interrupted looks finished to it.
 *
 * @param {string} version
 * @param {string} folder an empty folder, for its temporary files too
 * @returns {Promise<{ downloaded: string, output: string }>} the folder that should now have `bin` in it
 */
export async function download(version, folder) {
  const home = path.join(folder, "home");
  const temporary = path.join(folder, "tmp");
  fs.mkdirSync(temporary);
  const env = {
    ...process.env,
    PULUMI_HOME: home,
    PULUMI_VERSION: version,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    TMPDIR: temporary,
    TEMP: temporary,
    // Node's own fetch, which the launcher uses, heeds HTTPS_PROXY only then.
    NODE_USE_ENV_PROXY: "1",
  };
  const args = [path.join(launcher, "run.js"), "version"];
  const { output } = await run(projectNode, args, { env, timeoutMs: downloadLimitMs });
  return { downloaded: path.join(home, "versions", version), output };
}

/**
 * Removes a folder with all in it, also what a module cache has protected against that.
 *
 * @param {string} folder
 */
function removeFolder(folder) {
  const options = { recursive: true, force: true, maxRetries: 3 };
  try {
    fs.rmSync(folder, options);
  } catch {
    makeWritable(folder);
    fs.rmSync(folder, options);
  }
}

/** @param {string} folder */
function makeWritable(folder) {
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
}

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
  for (const name of leftOver) removeFolder(path.join(versions, name));
  const folder = fs.mkdtempSync(path.join(versions, prefix));
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
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

/**
 * The folder of a CLI that was built here and lacks the language hosts of YAML, Python and Go. A downloaded CLI has them.
 *
 * @returns {string | undefined}
 */
function folderWithoutHosts() {
  const bin = path.join(launcherCache().folder, "bin");
  const isOurs = readStamp(stamps.cli)?.program === path.join(bin, cliFiles.cli);
  return isOurs && !hasOtherHosts(bin) ? bin : undefined;
}

/** Adds the language hosts of YAML, Python and Go, which only tests need, where the CLI was built without them. */
export async function ensureOtherHosts() {
  if (folderWithoutHosts() === undefined) return;
  const cache = launcherCache();
  await withLock(path.join(cache.versions, `.setup-${cache.version}.lock`), async () => {
    const bin = folderWithoutHosts();
    if (bin === undefined) return;
    const go = await findGo();
    if (!go)
      throw new SetupError(`The language hosts in ${bin} are missing: install Go ${neededGo()} or newer.`);
    await step("Building the language hosts of YAML, Python and Go (usually 2 min)", (report) =>
      withWorkFolder(cache, async (folder) => {
        const built = await buildOtherHosts(go, folder, report);
        for (const name of fs.readdirSync(built)) fs.renameSync(path.join(built, name), path.join(bin, name));
      }),
    );
  });
}
