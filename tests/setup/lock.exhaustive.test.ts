import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { Sandbox } from "./sandbox";

let sandbox: Sandbox;
let lock: string;
let inside: string;
beforeEach(() => {
  sandbox = new Sandbox();
  lock = path.join(sandbox.folder, "locks", "lock");
  inside = path.join(sandbox.folder, "inside");
});
afterEach(() => sandbox.remove());

/** Takes the lock, and fails if somebody else holds it at the same time. */
const enter = (ms: number) => `
  import fs from "node:fs";
  import { withLock } from "./lock.mjs";
  await withLock(${JSON.stringify(lock)}, async () => {
    fs.mkdirSync(${JSON.stringify(inside)});
    await new Promise((resolve) => setTimeout(resolve, ${ms}));
    fs.rmdirSync(${JSON.stringify(inside)});
  });`;

/** A lock of another set-up. */
function leave(owner: object, secondsAgo = 0): void {
  const own = { pid: process.pid, host: os.hostname(), since: "2020-01-01T10:20:30.000Z" };
  sandbox.write("locks/lock", JSON.stringify({ ...own, ...owner }));
  const time = Date.now() / 1000 - secondsAgo;
  fs.utimesSync(lock, time, time);
}

const isFree = () => !fs.existsSync(lock);

test("is held by one process at a time, and all get it in the end", async () => {
  const runs = Array.from({ length: 5 }, () => sandbox.evaluate(enter(100)).outcome);
  for (const { code, output } of await Promise.all(runs)) expect({ code, output }).toMatchObject({ code: 0 });
  expect(isFree()).toBe(true);
});

test("is released if the work fails", async () => {
  await sandbox.evaluate(`
    import { withLock } from "./lock.mjs";
    await withLock(${JSON.stringify(lock)}, async () => { throw new Error("no"); });`).outcome;
  expect(isFree()).toBe(true);
});

describe("is broken if its owner", () => {
  test("was killed, by one of the waiting processes", async () => {
    const { child, outcome } = sandbox.evaluate(enter(60_000));
    await eventually(() => fs.existsSync(inside));
    child.kill("SIGKILL");
    await outcome;
    fs.rmdirSync(inside);
    const runs = Array.from({ length: 4 }, () => sandbox.evaluate(enter(50)).outcome);
    for (const { code, output } of await Promise.all(runs))
      expect({ code, output }).toMatchObject({ code: 0 });
  });

  test.each<[string, () => void]>([
    ["has a process id that another process now has", () => leave({ start: "another time" })],
    [
      "is on another machine and has not updated the lock for long",
      () => leave({ host: "another", pid: 1 }, 120),
    ],
    [
      "ended before it wrote its process id",
      () => {
        sandbox.write("locks/lock", "");
        fs.utimesSync(lock, 1, 1);
      },
    ],
  ])("%s", async (_, leaveLock) => {
    leaveLock();
    expect((await sandbox.evaluate(enter(0)).outcome).code).toBe(0);
  });
});

describe("is awaited, with a message for the user, while its owner", () => {
  test.each<[string, () => void, string]>([
    ["runs", () => leave({}), `(process ${process.pid}, since 10:20:30 UTC) to finish`],
    ["is on another machine", () => leave({ host: "another", pid: 7 }, 20), "(process 7,"],
    ["has not written its process id yet", () => sandbox.write("locks/lock", ""), "to finish"],
  ])("%s", async (_, leaveLock, message) => {
    leaveLock();
    const { child, outcome } = sandbox.evaluate(enter(0));
    let output = "";
    child.stderr?.on("data", (text: Buffer) => {
      output += String(text);
    });
    await eventually(() => output.includes("Waiting"));
    expect(output).toContain(`Waiting for another set-up ${message}`);
    expect(isFree()).toBe(false);
    fs.rmSync(lock);
    expect((await outcome).code).toBe(0);
  });
});

test("names the folder that must be made writable", async () => {
  sandbox.write("locks", "a file");
  const { code, output } = await sandbox.evaluate(enter(0)).outcome;
  expect(output).toMatch(/Set-up cannot write in \S+locks \(\w+\): make that folder writable\./);
  expect(code).toBe(1);
});
