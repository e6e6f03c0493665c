import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import semver from "semver";
import {
  buildableVersions,
  buildFromModules,
  buildOtherHosts,
  findGo,
  neededGo,
  newestCli,
  oldestCli,
} from "../cli/build.mjs";
import { exe, modules, projectNode, readStamp, stamp } from "./paths.mjs";
import { run, SetupError, step } from "./run.mjs";

// The npm package `pulumi` is a launcher: it runs a CLI from <PULUMI_HOME or ~/.pulumi>/versions/<version>/bin and downloads it
// there when it is absent: the one of its own version, which is older than the newest CLI, or of PULUMI_VERSION.

/** The next major version may work differently. */
const supported = `>=${oldestCli} <4.0.0`;

const launcher = path.join(modules, "pulumi");
const plugin =
  process.platform === "win32" ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";
/** What TypeScript programs with dynamic providers need, beside the CLI or on the PATH. */
const plugins = [exe("pulumi-language-nodejs"), plugin];
/** A downloaded CLI has them, too. */
const otherHosts = ["yaml", "python", "go"].map((language) => exe(`pulumi-language-${language}`));

/** @typedef {{ program: string, version: string, source: string, isNew: boolean }} Cli */

/**
 * Finds a CLI on the user's PATH, or puts one where the npm launcher looks for it. PULUMI_VERSION asks for one version.
 *
 * @returns {Promise<Cli>}
 */
export async function ensureCli() {
  const wanted = process.env.PULUMI_VERSION;
  if (wanted && !semver.gte(wanted, oldestCli))
    throw new SetupError(
      `PULUMI_VERSION asks for ${wanted}, but ${oldestCli} is the oldest that works: unset it.`,
    );
  const cli = (await findOnPath(wanted || supported)) ?? (await ensureCached());
  const isNew = readStamp().cli !== cli.program || cli.isNew;
  stamp({ cli: cli.program });
  linkCli(cli.program);
  return { ...cli, isNew };
}

/** Lets `npx pulumi` run that CLI. The launcher would run another version, and download it first. @param {string} program */
function linkCli(program) {
  if (process.platform === "win32") return;
  const link = path.join(modules, ".bin", "pulumi");
  fs.rmSync(link, { force: true });
  fs.symlinkSync(program, link);
}

/** Adds the language hosts of YAML, Python and Go, which only tests need, where the CLI was built without them. */
export async function ensureOtherHosts() {
  const { folder } = cache();
  const bin = path.join(folder, "bin");
  const isOurs = path.dirname(readStamp().cli ?? "") === bin;
  if (!isOurs || otherHosts.every((name) => isExecutable(path.join(bin, name)))) return;
  const go = await findGo();
  if (!go)
    throw new SetupError(`The language hosts in ${bin} are missing: install Go ${neededGo()} or newer.`);
  await step("Building the language hosts of YAML, Python and Go (usually 2 min)", () =>
    inWorkFolder(async (work) => {
      await buildOtherHosts(go, work);
      for (const name of fs.readdirSync(work)) fs.renameSync(path.join(work, name), path.join(bin, name));
    }),
  );
}

/** The first such CLI on the user's PATH that finds its plugins there or beside itself. @param {string} range of versions */
async function findOnPath(range) {
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    // npm puts the launcher into the second.
    .filter((folder) => path.isAbsolute(folder) && !folder.endsWith(path.join("node_modules", ".bin")));
  for (const program of folders.map((folder) => path.join(folder, exe("pulumi"))).filter(isExecutable)) {
    const actual = fs.realpathSync(program);
    const near = [...folders, path.dirname(program), path.dirname(actual)];
    const isWhole = plugins.every((name) => near.some((folder) => isExecutable(path.join(folder, name))));
    // A launcher that was installed with `npm install --global` is a script.
    if (path.extname(actual) === ".js" || !isWhole) continue;
    const version = await versionOf(program);
    if (version && semver.satisfies(version, range))
      return { program, version, source: "yours", isNew: false };
  }
  return undefined;
}

/** Where the launcher looks for the CLI, and which version this checkout uses. */
function cache() {
  const version = process.env.PULUMI_VERSION || newestCli;
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  const versions = path.join(path.resolve(home), "versions");
  return { version, versions, folder: path.join(versions, version) };
}

/** @returns {Promise<Cli>} */
async function ensureCached() {
  const { version, folder } = cache();
  const cli = { program: path.join(folder, "bin", exe("pulumi")), version };
  if (await isComplete(path.join(folder, "bin"), version))
    return { ...cli, source: "already there", isNew: false };
  const problem = await inWorkFolder((work) => download(version, work));
  if (problem === undefined) return { ...cli, source: "downloaded", isNew: true };
  const go = buildableVersions.includes(version) ? await findGo() : undefined;
  if (!go) throw cannotGet(version, problem);
  await step(`Building the Pulumi CLI ${version} from its Go modules instead (usually 5 to 8 min)`, () =>
    inWorkFolder(async (work) => {
      await buildFromModules(go, path.join(work, "bin"), version);
      if (!(await isComplete(path.join(work, "bin"), version)))
        throw new SetupError(
          "The Pulumi CLI that Go built does not run here: install Pulumi (https://www.pulumi.com).",
        );
      putInPlace(work);
    }),
  );
  return { ...cli, source: "built from Go modules", isNew: true };
}

/**
 * Lets the launcher download into a folder of ours: what it leaves when it is interrupted looks finished to it.
 *
 * @param {string} version
 * @param {string} work
 * @returns {Promise<string | undefined>} why it is not possible
 */
function download(version, work) {
  const title = `Downloading the Pulumi CLI ${version} (usually 1 to 3 min)`;
  const get = async () => {
    const env = {
      ...process.env,
      PULUMI_HOME: work,
      PULUMI_VERSION: version,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      // Node's own fetch, which the launcher uses, heeds HTTPS_PROXY only then.
      NODE_USE_ENV_PROXY: "1",
    };
    const { output } = await run(projectNode, [path.join(launcher, "run.js"), "version"], {
      env,
      timeout: 20 * 60_000,
    });
    const downloaded = path.join(work, "versions", version);
    if (!(await isComplete(path.join(downloaded, "bin"), version)))
      return output.trim().split("\n").pop() || "it did not run";
    putInPlace(downloaded);
    return undefined;
  };
  return step(title, get, (problem) => (problem ? "not possible" : "done"));
}

/** @param {string} version @param {string} problem */
function cannotGet(version, problem) {
  const choice = buildableVersions.includes(version)
    ? `install Pulumi ${oldestCli} or newer (https://www.pulumi.com/docs/install/) or Go ${neededGo()} or newer`
    : `install it, or unset PULUMI_VERSION`;
  const reason = problem.replace(/^pulumi: /, "");
  return new SetupError(
    `The Pulumi CLI ${version} could not be downloaded (${reason}): ${choice}, and run set-up again.`,
  );
}

/**
 * Works in a folder beside the finished ones, so that a rename moves it there.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
async function inWorkFolder(work) {
  const { versions } = cache();
  fs.mkdirSync(versions, { recursive: true });
  const folder = fs.mkdtempSync(path.join(versions, ".setup-"));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Another set-up may have put the same there meanwhile. @param {string} from */
function putInPlace(from) {
  const { folder } = cache();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(from, folder);
}

/**
 * Whether a folder has the CLI of that version with all that belongs to it, and whether the programs run.
 *
 * @param {string} bin
 * @param {string} version
 */
async function isComplete(bin, version) {
  if ((await versionOf(path.join(bin, exe("pulumi")))) !== version) return false;
  // A truncated language host crashes or does not start.
  const { output } = await run(path.join(bin, exe("pulumi-language-nodejs")), ["-h"], { timeout: 60_000 });
  if (!/usage/i.test(output)) return false;
  const target = path.join(bin, plugin);
  if (!isExecutable(target)) {
    fs.copyFileSync(path.join(modules, "@pulumi", "pulumi", plugin), target);
    fs.chmodSync(target, 0o755);
  }
  return true;
}

/** @param {string} program @returns {Promise<string | undefined>} the version that it reports, without the `v` */
async function versionOf(program) {
  if (!isExecutable(program)) return undefined;
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { ok, stdout } = await run(program, ["version"], { env, timeout: 60_000 });
  return ok ? /^v?(\d+\.\d+\.\d\S*)/m.exec(stdout)?.[1] : undefined;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
