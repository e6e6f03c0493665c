import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readStamp } from "./stamp.mjs";

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
