import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { lineOf } from "./line.mjs";

const COLUMNS = 113;
const ROWS = 24;
const KEY_MS = 45;
const TIMEOUT_MS = 60_000;

/** @typedef {{ at: number, lines: import("./line.mjs").Line[] }} Screen What the terminal shows from a time on. */

/** A shell in a pseudo-terminal. A terminal emulator turns what the programs print into screens. */
export class Terminal {
  /** @type {Screen[]} */
  screens = [];
  size = { columns: COLUMNS, rows: ROWS };
  #emulator = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 0, allowProposedApi: true });
  #shell;
  #ended;

  /** @param {{ folder: string, env: NodeJS.ProcessEnv }} project */
  constructor({ folder, env }) {
    const options = { name: "xterm-256color", cols: COLUMNS, rows: ROWS, cwd: folder, env };
    this.#shell = spawn("bash", ["--norc", "--noprofile"], options);
    this.#shell.onData((data) => this.#emulator.write(data, () => this.#keep()));
    // A terminal replies when a program asks for the position of the cursor.
    this.#emulator.onData((reply) => this.#shell.write(reply));
    this.#ended = new Promise((resolve) => this.#shell.onExit(resolve));
  }

  #keep() {
    const { active } = this.#emulator.buffer;
    const lines = Array.from({ length: ROWS }, (_, row) => lineOf(active.getLine(active.viewportY + row)));
    this.screens.push({ at: Date.now(), lines });
  }

  /** What the terminal shows now. */
  text() {
    const lines = this.screens.at(-1)?.lines ?? [];
    return lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
  }

  /**
   * Types a command at the speed of a person, and starts it.
   *
   * @param {string} command
   */
  async run(command) {
    for (const key of command) {
      this.#shell.write(key);
      await sleep(KEY_MS);
    }
    this.#shell.write("\r");
  }

  /**
   * Waits until the terminal shows a text.
   *
   * @param {RegExp} expected
   */
  async shows(expected) {
    const end = Date.now() + TIMEOUT_MS;
    while (!expected.test(this.text())) {
      if (Date.now() > end) throw new Error(`The terminal has not shown ${expected}.`);
      await sleep(20);
    }
  }

  /** Waits until the shell expects the next command. */
  prompt() {
    return this.shows(/\n\$\s*$|^\$\s*$/);
  }

  /** The process id of the shell. */
  get shellId() {
    return this.#shell.pid;
  }

  async close() {
    this.#shell.kill("SIGHUP");
    await this.#ended;
  }
}
