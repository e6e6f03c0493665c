import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { addDynamicProviderPlugin, isAtLeast, pythonScript } from "../setup/find-cli.mjs";
import { root } from "../setup/paths.mjs";
import { SetupError } from "../setup/progress.mjs";
import { run } from "../setup/run.mjs";

// Where the CLI cannot be downloaded, it is built from its Go modules. Small modules of our own pin them: each of these
// programs is of another version of the same modules.

const moduleFolder = (/** @type {string} */ name) => path.join(root, "scripts", "cli", name);
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const cli = { folder: moduleFolder("pulumi"), package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi" };
const nodeHost = { folder: moduleFolder("languages"), package: `${sdk}/nodejs/cmd/pulumi-language-nodejs` };
const otherHosts = [
  {
    folder: moduleFolder("language-yaml"),
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  { folder: moduleFolder("languages"), package: `${sdk}/python/cmd/pulumi-language-python` },
  { folder: moduleFolder("language-go"), package: `${sdk}/go/pulumi-language-go` },
];

/** The first Go that fetches a newer Go by itself when a module asks for one. */
const selfUpdating = "1.21.0";
const neededSpace = 6e9;

/**
 * @param {string} folder
 * @param {RegExp} pattern with one group
 */
function fromGoMod(folder, pattern) {
  const text = fs.readFileSync(path.join(folder, "go.mod"), "utf8");
  return pattern.exec(text)?.[1] ?? "";
}

/** The version of the CLI that can be built. */
export const buildableVersion = () => fromGoMod(cli.folder, /github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/);

/** The Go that building it needs. */
export const neededGo = () => fromGoMod(cli.folder, /^go (\S+)$/m);

/**
 * @typedef {object} Go
 * @property {string} GOVERSION
 * @property {string} GOTOOLCHAIN
 * @property {string} GOMODCACHE
 * @property {string} GOCACHE
 * @property {string} GOFLAGS
 */

/** @returns {Promise<Go | undefined>} Go's settings; undefined when there is none, or none that is new enough */
export async function findGo() {
  const names = ["GOVERSION", "GOTOOLCHAIN", "GOMODCACHE", "GOCACHE", "GOFLAGS"];
  // Not in a folder that may belong to some module: that could make Go fetch another Go to answer.
  const { ok, stdout } = await run("go", ["env", "-json", ...names], { cwd: os.tmpdir() });
  if (!ok) return undefined;
  const go = JSON.parse(stdout);
  const canUpdate = isAtLeast(go.GOVERSION, selfUpdating) && go.GOTOOLCHAIN !== "local";
  return isAtLeast(go.GOVERSION, neededGo()) || canUpdate ? go : undefined;
}

/**
 * The user's own cache when there is one. Otherwise a temporary one: building needs gigabytes that nobody would
 * look for in a home without Go.
 *
 * @param {Go} go
 * @param {"GOMODCACHE" | "GOCACHE"} name
 */
function isInUse(go, name) {
  if (process.env[name]) return true;
  return fs.existsSync(go[name]) && fs.readdirSync(go[name]).length > 0;
}

/** @param {string} folder */
function checkSpace(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < neededSpace) {
    const gigabytes = neededSpace / 1e9;
    throw new SetupError(
      `Building the Pulumi CLI needs ${gigabytes} GB for some minutes: make room on the disk of ${folder}.`,
    );
  }
}

/**
 * @param {Go} go
 * @param {string} folder where temporary caches may be
 * @returns {NodeJS.ProcessEnv}
 */
function goEnv(go, folder) {
  const env = { ...process.env, CGO_ENABLED: "0", GO111MODULE: "on", GOWORK: "off", GOFLAGS: go.GOFLAGS };
  for (const name of ["GOOS", "GOARCH"]) delete env[name];
  if (isAtLeast(go.GOVERSION, neededGo())) env.GOTOOLCHAIN = "local";

  const temporary = /** @type {const} */ (["GOMODCACHE", "GOCACHE"]).filter((name) => !isInUse(go, name));
  for (const name of temporary) env[name] = path.join(folder, name);
  if (temporary.length > 0) checkSpace(folder);
  // Go protects its modules against changes, and so against being removed.
  if (temporary.includes("GOMODCACHE")) env.GOFLAGS = `${go.GOFLAGS} -modcacherw`.trim();
  return env;
}

/**
 * Tells how far Go has come: it prints a line for each module that it downloads and each package that it compiles.
 *
 * @param {(detail: string) => void} report
 */
function goProgress(report) {
  let [modules, packages] = [0, 0];
  return (/** @type {string} */ line) => {
    if (line.startsWith("go: downloading ")) modules++;
    else if (/^[\w./-]+$/.test(line)) packages++;
    report(`${modules} modules downloaded, ${packages} packages compiled`);
  };
}

/**
 * Builds the CLI with the language host of Node, and puts the dynamic provider plugin beside them.
 *
 * @param {Go} go
 * @param {string} folder an empty folder
 * @param {(detail: string) => void} report
 * @returns {Promise<string>} the folder with `bin` in it
 */
export async function buildFromModules(go, folder, report) {
  const built = path.join(folder, "built");
  const bin = path.join(built, "bin");
  await buildPrograms([nodeHost, cli], bin, goEnv(go, folder), report);
  addDynamicProviderPlugin(bin);
  return built;
}

/**
 * Builds the language hosts of YAML, Python and Go, with the script of the Python host.
 *
 * @param {Go} go
 * @param {string} folder an empty folder
 * @param {(detail: string) => void} report
 * @returns {Promise<string>} the folder with the programs
 */
export async function buildOtherHosts(go, folder, report) {
  const bin = path.join(folder, "bin");
  const env = goEnv(go, folder);
  await buildPrograms(otherHosts, bin, env, report);
  const list = ["list", "-m", "-f", "{{.Dir}}", sdk];
  const { stdout } = await run("go", list, { cwd: moduleFolder("languages"), env });
  fs.copyFileSync(path.join(stdout.trim(), "python", "cmd", pythonScript), path.join(bin, pythonScript));
  fs.chmodSync(path.join(bin, pythonScript), 0o755);
  return bin;
}

/**
 * @param {{ folder: string, package: string }[]} programs
 * @param {string} bin
 * @param {NodeJS.ProcessEnv} env
 * @param {(detail: string) => void} report
 */
async function buildPrograms(programs, bin, env, report) {
  fs.mkdirSync(bin, { recursive: true });
  const onLine = goProgress(report);
  const version = `${sdk}/go/common/version.Version=v${buildableVersion()}`;
  const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-v", "-tags", "osusergo,grpcnotrace"];
  for (const program of programs) {
    const ldflags = program === cli ? `-s -w -X ${version}` : "-s -w";
    const args = ["build", ...flags, "-ldflags", ldflags, "-o", bin + path.sep, program.package];
    const { ok, output } = await run("go", args, { cwd: program.folder, env, onLine });
    if (ok) continue;
    const end = output.trim().split("\n").slice(-15).join("\n");
    throw new SetupError(
      "Go could not build the Pulumi CLI: see its message above, or install Pulumi yourself.",
      end,
    );
  }
}
