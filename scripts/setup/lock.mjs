import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupError, step } from "./progress.mjs";
import { interrupted } from "./run.mjs";

const pollMs = 200;
const touchMs = 10_000;
/** A lock of another machine (say, of a container that shares this folder) counts as left behind after this time. */
const abandonedMs = 60_000;
/** A lock is created and then filled; one that stays empty longer than this was left behind in between. */
const emptyMs = 5000;

/**
 * When a process started, in a form that only serves to be compared: a process number alone may belong to another
 * process by now.
 *
 * @param {number} pid
 * @returns {string | undefined} undefined when nobody can tell
 */
function startOf(pid) {
  try {
    if (process.platform === "linux") {
      // The fields after the command's name, which is in parentheses: state is the first, start time the 20th.
      const fields = fs
        .readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return fields[0] === "Z" ? "ended" : fields[19];
    }
    if (process.platform === "win32") return undefined;
    const options = { encoding: /** @type {const} */ ("utf8"), env: { ...process.env, LC_ALL: "C" } };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], options).trim();
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * @param {string} file
 * @returns {{ pid?: number, start?: string, host?: string, since?: string, age: number } | undefined}
 *   undefined when nobody holds the lock
 */
function readOwner(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const text = fs.readFileSync(file, "utf8");
    return text.endsWith("}") ? { ...JSON.parse(text), age } : { age };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** @param {NonNullable<ReturnType<typeof readOwner>>} owner */
function isGone(owner) {
  if (owner.pid === undefined) return owner.age > emptyMs;
  if (owner.host !== os.hostname()) return owner.age > abandonedMs;
  if (!isAlive(owner.pid)) return true;
  const start = startOf(owner.pid);
  return start !== undefined && owner.start !== undefined && start !== owner.start;
}

/**
 * Removes a lock whose owner is gone. Only one process at a time may look and remove: otherwise a slow one could
 * remove the new lock of a quick one.
 *
 * @param {string} file
 */
function breakIfGone(file) {
  const guard = `${file}.breaking`;
  try {
    fs.mkdirSync(guard);
  } catch {
    const since = fs.statSync(guard, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > emptyMs)
      fs.rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    const owner = readOwner(file);
    if (owner && isGone(owner)) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(guard, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {boolean} false when someone else holds it
 */
function tryToTake(file) {
  const owner = {
    pid: process.pid,
    start: startOf(process.pid),
    host: os.hostname(),
    since: new Date().toISOString(),
  };
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(owner), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST" && fs.statSync(path.dirname(file)).isDirectory()) return false;
    throw new SetupError(
      `Set-up cannot write in ${path.dirname(file)} (${error.code}): make that folder writable.`,
    );
  }
}

/** @param {string} file */
function release(file) {
  const owner = readOwner(file);
  if (owner?.pid === process.pid && owner.host === os.hostname()) fs.rmSync(file, { force: true });
}

/** @param {string} file */
async function untilTaken(file) {
  while (!tryToTake(file)) {
    const owner = readOwner(file);
    if (owner && isGone(owner)) breakIfGone(file);
    await sleep(owner ? pollMs : 0, undefined, { signal: interrupted }).catch(() => {});
    interrupted.throwIfAborted();
  }
}

/** @param {string} file */
async function take(file) {
  if (tryToTake(file)) return;
  const owner = readOwner(file);
  if (!owner || isGone(owner)) return untilTaken(file);
  const who =
    owner.pid === undefined ? "" : ` (process ${owner.pid}, since ${owner.since?.slice(11, 19)} UTC)`;
  await step(`Waiting for another set-up${who} to finish`, () => untilTaken(file));
}

/**
 * Does `work` while no other set-up does work under the same lock.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  await take(file);
  const touch = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), touchMs);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    release(file);
  }
}
