import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually, root } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

const folder = useTemporaryFolder();
const path = () => join(folder.path, "run.jsonl");

/** A process that appends lines of different lengths, up to 4 kB. */
function startWriter(name: string, lines: number): ChildProcess {
  const file = join(root, "sdk", "dist", "log", "log-file.js");
  const script = `
    const { LogFile } = require(${JSON.stringify(file)});
    const log = new LogFile(${JSON.stringify(path())}, (reason) => { throw new Error(reason); });
    for (let line = 0; line < ${lines}; line++)
      log.append({ name: "${name}", line, text: "x".repeat((line * 37) % 4000) });`;
  return spawn(process.execPath, ["-e", script], { stdio: ["ignore", "ignore", "inherit"] });
}

const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line) as { name: string; line: number });

test("lines of several processes do not mix, and keep the order of their process", async () => {
  const names = ["one", "two", "three"];
  const writers = names.map((name) => once(startWriter(name, 2_000), "exit"));
  expect((await Promise.all(writers)).map(([code]) => code)).toEqual([0, 0, 0]);
  const lines = parsed(readFileSync(path(), "utf8").trimEnd().split("\n"));
  const numbers = Array.from({ length: 2_000 }, (_, line) => line);
  for (const name of names)
    expect(lines.filter((line) => line.name === name).map(({ line }) => line)).toEqual(numbers);
});

test("after a process was killed, all lines are complete, but for the one that it was writing", async () => {
  const writer = startWriter("killed", 1e9);
  await eventually(() => existsSync(path()) && statSync(path()).size > 100_000);
  writer.kill("SIGKILL");
  await once(writer, "exit");
  // The kernel may end a write between two pages of memory.
  const whole = readFileSync(path(), "utf8").split("\n").slice(0, -1);
  expect(parsed(whole).length).toBeGreaterThan(10);
});
