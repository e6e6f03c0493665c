import { spawn, spawnSync } from "node:child_process";
import { interrupted } from "./interrupt.mjs";

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
