import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./paths.mjs";
import { Interrupted } from "./progress.mjs";

const controller = new AbortController();

/** Aborted when set-up shall stop; running programs and waits end, and the stack unwinds through its clean-ups. */
export const interrupted = controller.signal;

/** @param {NodeJS.Signals} signal */
export const exitCodeFor = (signal) => 128 + (os.constants.signals[signal] ?? 0);

/**
 * Turns the signals that ask to stop into an orderly end. A second signal ends at once, except just after the
 * first: on Ctrl-C a program under npm often gets two, from the terminal and from npm.
 */
export function watchSignals() {
  let first = 0;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (!interrupted.aborted) {
        first = Date.now();
        controller.abort(new Interrupted(signal));
      } else if (Date.now() - first > 1000) {
        process.exit(exitCodeFor(signal));
      }
    });
  }
}

const windows = process.platform === "win32";
const usuallyKept = 64 * 1024;
const killAfterMs = 2000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Ends a program with all that it started: each program runs in a process group of its own.
 *
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

// Nothing outlives set-up, however it ends.
process.on("exit", () => {
  for (const child of running) endGroup(child, "SIGKILL");
});

/**
 * Splits what arrives in pieces into lines.
 *
 * @param {(line: string) => void} onLine
 */
function lineReader(onLine) {
  let rest = "";
  return (/** @type {string} */ text) => {
    const lines = (rest + text).split(/\r?\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  };
}

/**
 * @typedef {object} Result
 * @property {boolean} ok it ran and exited with 0
 * @property {number | null} code its exit code; null when it did not start or was killed
 * @property {boolean} timedOut
 * @property {string} stdout the end of what it printed there
 * @property {string} output the end of all that it printed, or why it could not start
 */

/**
 * Runs a program without input and collects what it prints. Rejects only when set-up is interrupted; the program
 * has ended by then.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, keptOutput?: number, onLine?: (line: string) => void }} [options]
 * @returns {Promise<Result>}
 */
export function run(command, args, { cwd, env, timeoutMs, keptOutput = usuallyKept, onLine } = {}) {
  interrupted.throwIfAborted();
  const child = spawn(command, args, {
    cwd,
    env,
    detached: !windows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);

  const result = { ok: false, code: null, timedOut: false, stdout: "", output: "" };
  const readLine = onLine && lineReader(onLine);
  for (const stream of /** @type {const} */ (["stdout", "stderr"])) {
    child[stream].setEncoding("utf8").on("data", (text) => {
      result.output = (result.output + text).slice(-keptOutput);
      if (stream === "stdout") result.stdout = (result.stdout + text).slice(-keptOutput);
      readLine?.(text);
    });
  }

  /** @type {NodeJS.Timeout | undefined} */
  let killer;
  const stop = () => {
    endGroup(child, "SIGTERM");
    killer ??= setTimeout(() => endGroup(child, "SIGKILL"), killAfterMs);
  };
  const timer = timeoutMs && setTimeout(() => stop(Object.assign(result, { timedOut: true })), timeoutMs);
  interrupted.addEventListener("abort", stop);

  return new Promise((resolve, reject) => {
    const finish = (/** @type {Partial<Result>} */ last) => {
      running.delete(child);
      clearTimeout(timer);
      clearTimeout(killer);
      interrupted.removeEventListener("abort", stop);
      if (interrupted.aborted) reject(interrupted.reason);
      else resolve(Object.assign(result, last));
    };
    child.on("error", (error) => finish({ output: error.message }));
    child.on("close", (code) => finish({ code, ok: code === 0 && !result.timedOut }));
  });
}

/**
 * Runs npm: the one that runs us, if any, since another one on the PATH may be too old.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, keptOutput?: number }} [options]
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
 * shell can start, and the shell would interpret the arguments: there it is the npm that was installed with Node.
 *
 * @param {Pick<NodeJS.Process, "env" | "platform" | "execPath">} [system]
 */
export function npmScript({ env, platform, execPath } = process) {
  const running = env.npm_execpath ?? "";
  if (path.basename(running) === "npm-cli.js") return running;
  if (platform !== "win32") return undefined;
  const installed = path.join(path.dirname(execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return fs.existsSync(installed) ? installed : undefined;
}
