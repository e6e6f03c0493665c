import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./paths.mjs";

/** Set-up cannot go on. The message is one sentence that says why and what to do. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} [output] what the failing program printed, shown above the message
   */
  constructor(message, output = "") {
    super(message);
    this.output = output.trim();
  }
}

const stopping = new AbortController();

/** On a signal, the running program ends, and what it was for. A second one, some time later, ends this process at once. */
export function watchSignals() {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.once(signal, () => {
      process.exitCode = 128 + os.constants.signals[signal];
      stopping.abort(
        new SetupError("Set-up was interrupted: run it again, it goes on from the last finished step."),
      );
    });
}

/** What set-up prints goes to stderr: stdout belongs to the command that it prepares for. @param {string} text */
export const say = (text) => process.stderr.write(`${text}\n`);

/** @param {number} since */
export function durationSince(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Says what is done, and how long it took.
 *
 * @template T
 * @param {string} title with how long it usually takes
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [outcome] in a word or two
 */
export async function step(title, work, outcome = () => "done") {
  const started = Date.now();
  say(title);
  const result = await work();
  say(`  ${outcome(result)} after ${durationSince(started)}`);
  return result;
}

/**
 * Runs a program without input, and collects what it prints. Rejects only if set-up is interrupted.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options]
 * @returns {Promise<{ ok: boolean, stdout: string, output: string }>} `output`: of both streams, or why it could not start
 */
export function run(command, args, options = {}) {
  const { signal } = stopping;
  signal.throwIfAborted();
  const child = spawn(command, args, { ...options, signal, stdio: ["ignore", "pipe", "pipe"] });
  const result = { ok: false, stdout: "", output: "" };
  for (const stream of /** @type {const} */ (["stdout", "stderr"]))
    child[stream].setEncoding("utf8").on("data", (text) => {
      result.output += text;
      if (stream === "stdout") result.stdout += text;
    });
  child.on("error", ({ message }) => {
    result.output += message;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      if (signal.aborted) reject(signal.reason);
      else resolve({ ...result, ok: code === 0 });
    });
  });
}

/**
 * Runs npm: the one that runs us, if any, since another one on the PATH may be too old.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 */
export function npm(args, options) {
  const script = npmScript();
  const all = { cwd: root, ...options };
  return script === undefined ? run("npm", args, all) : run(process.execPath, [script, ...args], all);
}

/**
 * The output of a program. Throws it if the program fails.
 *
 * @param {ReturnType<typeof run>} running
 */
export async function succeed(running) {
  const { ok, output } = await running;
  if (!ok) throw new Error(output.trim());
  return output.trim();
}

/**
 * The file that Node runs as npm; undefined where the `npm` of the PATH can be started. On Windows that is a .cmd file, which only a
 * shell can start: there it is the npm that was installed with Node.
 */
function npmScript() {
  const running = process.env.npm_execpath ?? "";
  if (path.basename(running) === "npm-cli.js") return running;
  if (process.platform !== "win32") return undefined;
  const installed = path.join(path.dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return fs.existsSync(installed) ? installed : undefined;
}
