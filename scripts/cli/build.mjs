import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import semver from "semver";
import { root } from "../setup/paths.mjs";
import { run, SetupError } from "../setup/run.mjs";

// If the CLI cannot be downloaded, it is built from its Go modules. Each program has a small module here, which pins
// their versions, because the programs need different versions of the same modules.

const moduleFolder = (/** @type {string} */ name) => path.join(root, "scripts", "cli", name);
const sdk = "github.com/pulumi/pulumi/sdk/v3";
const cli = (/** @type {string} */ name) => ({
  folder: moduleFolder(name),
  package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  version: fromGoMod(moduleFolder(name), /^require github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)$/m),
});
const [newest, oldest] = [cli("pulumi"), cli("pulumi-oldest")];
const nodeHost = { folder: moduleFolder("languages"), package: `${sdk}/nodejs/cmd/pulumi-language-nodejs` };
const otherHosts = [
  {
    folder: moduleFolder("language-yaml"),
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  { folder: moduleFolder("languages"), package: `${sdk}/python/cmd/pulumi-language-python` },
  { folder: moduleFolder("language-go"), package: `${sdk}/go/pulumi-language-go` },
];
/** The Python host starts programs with this script. */
const pythonScript = "pulumi-language-python-exec";

/** The first Go that fetches a newer Go by itself when a module asks for one. */
const selfUpdating = "1.21.0";

/** @param {string} folder @param {RegExp} pattern with one group */
function fromGoMod(folder, pattern) {
  const text = fs.readFileSync(path.join(folder, "go.mod"), "utf8");
  return pattern.exec(text)?.[1] ?? "";
}

/** The CLI that set-up gets. */
export const newestCli = newest.version;
/** The oldest that the package supports. */
export const oldestCli = oldest.version;
export const buildableVersions = [newestCli, oldestCli];

/** The Go that building them needs. */
export const neededGo = () => fromGoMod(newest.folder, /^go (\S+)$/m);

/** @typedef {NodeJS.ProcessEnv} Go the environment for its commands */

/** @returns {Promise<Go | undefined>} undefined if there is no Go, or none that is new enough */
export async function findGo() {
  // Not in a folder that may belong to some module: that could make Go fetch another Go to answer.
  const { ok, stdout } = await run("go", ["env", "-json", "GOVERSION", "GOTOOLCHAIN"], { cwd: os.tmpdir() });
  if (!ok) return undefined;
  const { GOVERSION, GOTOOLCHAIN } = JSON.parse(stdout);
  const isAtLeast = (/** @type {string} */ minimum) =>
    semver.gte(semver.coerce(GOVERSION) ?? "0.0.0", semver.coerce(minimum) ?? "0.0.0");
  if (!isAtLeast(neededGo()) && !(isAtLeast(selfUpdating) && GOTOOLCHAIN !== "local")) return undefined;
  const { GOOS: _, GOARCH: __, ...env } = process.env;
  return { ...env, CGO_ENABLED: "0", GO111MODULE: "on", GOWORK: "off" };
}

/** Builds a CLI with the language host of Node. @param {Go} go @param {string} bin @param {string} version */
export async function buildFromModules(go, bin, version) {
  await buildPrograms([nodeHost, version === oldestCli ? oldest : newest], bin, go);
}

/** Builds the language hosts of YAML, Python and Go, with the script of the Python host. @param {Go} go @param {string} bin */
export async function buildOtherHosts(go, bin) {
  await buildPrograms(otherHosts, bin, go);
  const list = ["list", "-m", "-f", "{{.Dir}}", sdk];
  const { stdout } = await run("go", list, { cwd: moduleFolder("languages"), env: go });
  fs.copyFileSync(path.join(stdout.trim(), "python", "cmd", pythonScript), path.join(bin, pythonScript));
  fs.chmodSync(path.join(bin, pythonScript), 0o755);
}

/**
 * @param {{ folder: string, package: string, version?: string }[]} programs
 * @param {string} bin
 * @param {Go} go
 */
async function buildPrograms(programs, bin, go) {
  fs.mkdirSync(bin, { recursive: true });
  const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-tags", "osusergo,grpcnotrace"];
  for (const program of programs) {
    const version = program.version ? ` -X ${sdk}/go/common/version.Version=v${program.version}` : "";
    const ldflags = `-s -w${version}`;
    const args = ["build", ...flags, "-ldflags", ldflags, "-o", bin + path.sep, program.package];
    const { ok, output } = await run("go", args, { cwd: program.folder, env: go });
    if (ok) continue;
    const end = output.trim().split("\n").slice(-15).join("\n");
    throw new SetupError(
      "Go could not build the Pulumi CLI: see its message above, or install Pulumi yourself.",
      end,
    );
  }
}
