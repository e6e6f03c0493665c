import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { check } from "../core/check";
import type { Memory } from "../core/memory";
import { readThrown } from "../core/thrown";

/** A state file that cannot be used, as a sentence for the user. */
export class StateFileError extends Error {}

/** Keeps the memory in a file. */
export class StateFile {
  readonly #path: string;
  readonly #memory: Memory;
  readonly #onFailure: (error: Error) => void;
  #isScheduled = false;

  constructor(path: string, memory: Memory, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#memory = memory;
    this.#onFailure = onFailure;
  }

  /** Loads the state, if the file exists, and returns whether it did. */
  load(): boolean {
    if (!existsSync(this.#path)) return false;
    const saved = this.#read();
    try {
      this.#memory.load(check(this.#memory.schema(), saved));
    } catch (problem) {
      throw new StateFileError(
        `${this.#path} is not a state file of this version of the simulator: ${readThrown(problem).message}`,
      );
    }
    return true;
  }

  /** Writes the state now, and from now on after each change. */
  keep(): void {
    this.#write();
    this.#memory.onChange(() => this.#schedule());
  }

  /**
   * All changes of one operation are one write. The write comes before the reply: `deliver` waits for a microtask,
   * which is queued after this one.
   */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      try {
        this.#write();
      } catch (error) {
        this.#onFailure(error as StateFileError);
      }
    });
  }

  #read(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch (error) {
      const { message, code } = readThrown(error);
      const problem = code === undefined ? "is not valid JSON" : "cannot be read";
      throw new StateFileError(`The state file ${this.#path} ${problem}: ${message}`);
    }
  }

  /** A reader, or a simulator that ends halfway, finds the old state or the new one, and nothing between. */
  #write(): void {
    const next = `${this.#path}.next`;
    try {
      writeFileSync(next, `${JSON.stringify(this.#memory.save(), undefined, 1)}\n`, { flush: true });
      renameSync(next, this.#path);
    } catch (error) {
      throw new StateFileError(
        `The state file ${this.#path} cannot be written: ${readThrown(error).message}`,
      );
    }
  }
}
