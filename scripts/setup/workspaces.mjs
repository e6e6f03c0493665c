import fs from "node:fs";
import path from "node:path";
import {
  filesIn,
  fingerprint,
  fingerprintAll,
  hash,
  modules,
  projectNode,
  projects,
  readStamp,
  removeStamp,
  root,
  stamps,
  writeStamp,
} from "./paths.mjs";
import { SetupError, step } from "./progress.mjs";
import { npm, run } from "./run.mjs";

/** The fields of a package.json that decide what npm installs; editing its scripts must not install anew. */
const relevant = [
  "name",
  "version",
  "bin",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
];

/** @param {string} folder */
function manifest(folder) {
  const content = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
  return JSON.stringify(relevant.map((field) => content[field] ?? null));
}

/** What the installed dependencies depend on. */
const wanted = () =>
  hash([
    `${process.platform} ${process.arch}`,
    fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
    ...[".", ...projects].map(manifest),
  ]);

/**
 * @param {boolean} all whether those of all workspaces are needed
 * @returns {boolean} whether the installed dependencies are the present ones, and complete
 */
export function dependenciesReady(all) {
  const stamp = readStamp(stamps.dependencies);
  if (all && !stamp?.all) return false;
  return stamp?.wanted === wanted() && stamp.node !== undefined && stamp.node === fingerprint(projectNode);
}

// Development dependencies are wanted whatever NODE_ENV says, optional ones include the project's Node, and the
// workspaces' required Node is the project's own, not the one that runs npm.
const install = [
  "ci",
  "--include=dev",
  "--include=optional",
  "--engine-strict=false",
  "--no-audit",
  "--no-fund",
];

/** The compiled workspaces only: the others are in tests/, for what few commands need. */
const compiledOnly = ["--include-workspace-root", ...projects.map((name) => `--workspace=${name}`)];

/**
 * Installs the locked dependencies and the project's own Node.
 *
 * @param {boolean} all whether those of all workspaces are needed
 */
export async function installDependencies(all) {
  const key = wanted();
  // Once they are installed, a later set-up keeps them.
  const everything = all || readStamp(stamps.dependencies)?.all === true;
  removeStamp(stamps.dependencies);
  await step("Installing the dependencies with npm (usually 15 to 60 s)", async () => {
    const { ok, output } = await npm(everything ? install : [...install, ...compiledOnly]);
    if (!ok) {
      throw new SetupError(
        "npm could not install the dependencies: see its message above and run set-up again.",
        output,
      );
    }
    await ensureProjectNode();
  });
  writeStamp(stamps.dependencies, { wanted: key, node: fingerprint(projectNode), all: everything });
}

/** The packages' own minimum. */
const oldest = "22.19.0";

/** @param {string} version as Node prints it */
const isNewEnough = (version) =>
  version.trim().replace(/^v/, "").localeCompare(oldest, "en", { numeric: true }) >= 0;

/** @param {string} program */
async function works(program) {
  const { ok, stdout } = fs.existsSync(program)
    ? await run(program, ["--version"])
    : { ok: false, stdout: "" };
  return ok && isNewEnough(stdout);
}

/** Lets the project use the Node that runs set-up. */
function useThisNode() {
  fs.mkdirSync(path.dirname(projectNode), { recursive: true });
  fs.rmSync(projectNode, { force: true });
  if (process.platform === "win32") fs.copyFileSync(process.execPath, projectNode);
  else fs.symlinkSync(process.execPath, projectNode);
}

/** Makes sure that the project has a Node: npm has packages for the common platforms, but not for every Linux. */
async function ensureProjectNode() {
  if (await works(projectNode)) {
    // A third of the package: headers for native add-ons, which nothing here compiles.
    if (!fs.lstatSync(projectNode).isSymbolicLink())
      fs.rmSync(path.join(path.dirname(projectNode), "..", "include"), { recursive: true, force: true });
    return;
  }
  if (!isNewEnough(process.version)) {
    throw new SetupError(
      `npm has no Node that runs on this platform, and ${process.version} is too old to take its place: install ` +
        `Node ${oldest} or newer, and run set-up again.`,
    );
  }
  useThisNode();
}

const compiler = path.join(modules, "typescript", "bin", "tsc");

/** What the compiled files depend on. */
function inputs() {
  const own = projects.flatMap((name) => [
    path.join(root, name, "tsconfig.json"),
    path.join(root, name, "package.json"),
    ...filesIn(path.join(root, name, "src")),
  ]);
  return fingerprintAll([path.join(root, "tsconfig.json"), stamps.dependencies, ...own]);
}

const outputFiles = () => projects.flatMap((name) => filesIn(path.join(root, name, "dist")));

/** @returns {boolean} whether the compiled files are complete and from the present sources */
export function buildReady() {
  const stamp = readStamp(stamps.build);
  return stamp?.inputs === inputs() && stamp.outputs === fingerprintAll(outputFiles());
}

/** Compiled files whose source has gone: the compiler leaves them, and a package would ship them. */
function removeOrphans() {
  for (const file of outputFiles()) {
    const [name, , ...rest] = path.relative(root, file).split(path.sep);
    const source = path.join(root, name, "src", ...rest).replace(/(\.d)?\.[jt]s$/, ".ts");
    if (/\.[jt]s$/.test(file) && !fs.existsSync(source)) fs.rmSync(file);
  }
}

/** Compiles the workspaces, from scratch unless the present compiled files are known to be whole. */
export async function build() {
  const whole = readStamp(stamps.build)?.outputs === fingerprintAll(outputFiles());
  const sources = inputs();
  removeStamp(stamps.build);
  await step(`Compiling ${projects.join(" and ")} (usually 5 to 15 s)`, async () => {
    const args = [compiler, "-b", ...projects, ...(whole ? [] : ["--force"])];
    const { ok, output } = await run(projectNode, args, { cwd: root });
    if (!ok)
      throw new SetupError("The sources do not compile: correct what the compiler says above.", output);
    removeOrphans();
  });
  writeStamp(stamps.build, { inputs: sources, outputs: fingerprintAll(outputFiles()) });
}
