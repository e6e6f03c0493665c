import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Memory } from "../core/memory";
import { readThrown } from "../core/thrown";

/** Loads the state, if the file exists, and returns whether it did. */
export function loadState(path: string, memory: Memory): boolean {
  if (!existsSync(path)) return false;
  const saved = read(path);
  try {
    memory.load(saved);
  } catch (problem) {
    const { message } = readThrown(problem);
    throw new Error(`${path} is not a state file of this version of the simulator: ${message}`);
  }
  return true;
}

/**
 * Writes the state now, and from now on after each change. All changes of one operation are one write, before the reply: `deliver`
 * waits for a microtask, which is queued after this one.
 */
export function keepState(path: string, memory: Memory, onFailure: (error: Error) => void): void {
  write(path, memory);
  let isScheduled = false;
  memory.changes.listen(() => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      try {
        write(path, memory);
      } catch (error) {
        onFailure(error as Error);
      }
    });
  });
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const { message, code } = readThrown(error);
    const problem = code === undefined ? "is not valid JSON" : "cannot be read";
    throw new Error(`The state file ${path} ${problem}: ${message}`);
  }
}

/** A reader, or a simulator that ends during the write, finds either the old state or the new state. */
function write(path: string, memory: Memory): void {
  const next = `${path}.next`;
  try {
    writeFileSync(next, `${JSON.stringify(memory.save(), undefined, 1)}\n`, { flush: true });
    renameSync(next, path);
  } catch (error) {
    throw new Error(`The state file ${path} cannot be written: ${readThrown(error).message}`);
  }
}
