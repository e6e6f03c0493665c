import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const modules = path.join(root, "node_modules");

/** The compiled workspaces. */
export const projects = ["sdk", "simulator"];

/** @param {string} name a program's name, without the suffix that it has on Windows */
export const exe = (name) => (process.platform === "win32" ? `${name}.exe` : name);

/** The optional dependency with Node for this platform. */
const nodePackage = `node-${process.platform}-${process.arch}`
  .replace("win32", "win")
  .replace("darwin-arm64", "bin-darwin-arm64");

/** The project's own Node, which is newer than the one that set-up itself needs. */
export const projectNode = path.join(modules, nodePackage, "bin", exe("node"));

// What set-up has done is in node_modules, so that whoever removes that folder removes it too.
const stampFile = path.join(modules, ".setup.json");

/**
 * @typedef {object} Stamp
 * @property {string} [lock] the package-lock.json that was installed
 * @property {boolean} [all] whether the dependencies of all workspaces were installed
 * @property {string} [cli] the program
 */

/** @returns {Stamp} */
export function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, "utf8"));
  } catch {
    return {};
  }
}

/** @param {Stamp} facts */
export function stamp(facts) {
  fs.writeFileSync(stampFile, JSON.stringify({ ...readStamp(), ...facts }));
}

/**
 * The environment for programs that need the project's Node or the Pulumi CLI: `spawn("pulumi", args, { env })` runs the CLI itself
 * without the start-up time of its npm launcher, and `node` is the project's.
 *
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(base = process.env) {
  const { cli = "" } = readStamp();
  if (!fs.existsSync(cli)) throw new Error("The project is not set up: run `npm run setup` first.");
  // The CLI's folder must precede node_modules/.bin, where `pulumi` is the launcher on Windows.
  const folders = [path.dirname(projectNode), path.dirname(cli), path.join(modules, ".bin")];
  const name = Object.keys(base).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return { ...base, [name]: [...folders, base[name]].filter(Boolean).join(path.delimiter) };
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
