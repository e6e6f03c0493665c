import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const modules = path.join(root, "node_modules");

/** The compiled workspaces. */
export const projects = ["sdk", "simulator"];

/** A lock outside node_modules: `npm ci` empties that folder. */
export const checkoutLock = path.join(root, ".setup.lock");

// The stamps are inside node_modules, so that whoever removes that folder removes them too.
const state = path.join(modules, ".setup");
export const stamps = {
  dependencies: path.join(state, "dependencies.json"),
  build: path.join(state, "build.json"),
  cli: path.join(state, "cli.json"),
};

/** @param {string} name a program's name, without the suffix that it has on Windows */
export const exe = (name) => (process.platform === "win32" ? `${name}.exe` : name);

/** The optional dependency with Node for this platform. */
const nodePackage = `node-${process.platform}-${process.arch}`
  .replace("win32", "win")
  .replace("darwin-arm64", "bin-darwin-arm64");

/** The project's own Node, which is newer than the one that set-up itself needs. */
export const projectNode = path.join(modules, nodePackage, "bin", exe("node"));

/**
 * The folder with `pulumi`, its Node language host and its dynamic provider plugin.
 *
 * @returns {string}
 */
export function cliFolder() {
  const cli = readStamp(stamps.cli);
  const ready =
    cli && fs.existsSync(cli.program) && fs.existsSync(stamps.build) && fs.existsSync(projectNode);
  if (!ready) throw new Error("The project is not set up: run `npm run setup` first.");
  return path.dirname(cli.program);
}

/**
 * The environment for programs that need the project's Node or the Pulumi CLI: `spawn("pulumi", args, { env })`
 * runs the CLI itself without the start-up time of its npm launcher, and `node` is the project's. Cheap to call.
 *
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(base = process.env) {
  // Node's folder has nothing else in it. The CLI's folder must precede node_modules/.bin, where `pulumi` is the
  // launcher.
  const folders = [path.dirname(projectNode), cliFolder(), path.join(modules, ".bin")];
  const name = Object.keys(base).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...base, [name]: [...folders, base[name]].filter(Boolean).join(path.delimiter) };
}

// A stamp is a small JSON file that is written only after a piece of work has succeeded. What it says about files
// are their size and time of change, which is quick to compare and changes whenever the files do.

/**
 * @param {string} file
 * @returns {string | undefined} undefined when there is no such file
 */
export function fingerprint(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size}:${stat.mtimeMs}` : undefined;
}

/**
 * @param {string} folder
 * @returns {string[]} the files in it, at any depth, in a stable order; none when there is no such folder
 */
export function filesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** @param {readonly string[]} parts */
export const hash = (parts) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** @param {readonly string[]} files */
export const fingerprintAll = (files) => hash(files.map((file) => `${file} ${fingerprint(file)}`));

/**
 * @param {string} file
 * @returns {any} undefined when the file is absent or damaged
 */
export function readStamp(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Written aside and renamed, so that nobody ever reads half a stamp.
 *
 * @param {string} file
 * @param {object} content
 */
export function writeStamp(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, JSON.stringify(content));
  fs.renameSync(aside, file);
}

/** @param {string} file */
export const removeStamp = (file) => fs.rmSync(file, { force: true });
