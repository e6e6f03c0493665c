import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { InUse } from "../../../sdk/src/provider/in-use";

// What the processes of one run know of each other's objects. This process is one of them, its parent another.

const RUN = "127.0.0.1-4711";

let folder: string;
let inUse: InUse;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cloudplatform-runs-"));
  inUse = new InUse(RUN, folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What the process of this number has written. */
function written(run: string, pid: number | undefined, ...lines: unknown[][]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(join(folder, `${run}.${pid}`), text);
}

const dead = () => spawnSync(process.execPath, ["--version"]).pid;

describe("an object", () => {
  test("is in use once it is added", () => {
    expect(inUse.has("a")).toBe(false);
    inUse.add("a");
    expect(inUse.has("a")).toBe(true);
  });

  test("is in use until its owner is released, and after that by whoever else has it", () => {
    inUse.add("a", "owner");
    inUse.release("owner");
    expect(inUse.has("a")).toBe(false);
    inUse.add("a", "owner");
    inUse.add("a");
    inUse.release("owner");
    expect(inUse.has("a")).toBe(true);
  });

  test("is in use where another process of the run has it", () => {
    written(RUN, process.ppid, ["owner", "a"], ["b", "b"], ["owner"]);
    expect(["a", "b"].map((object) => inUse.has(object))).toEqual([false, true]);
  });

  test("is not where the other process is one of another run, or is gone", () => {
    written("127.0.0.1-47", process.ppid, ["a", "a"]);
    written(RUN, dead(), ["a", "a"]);
    expect(inUse.has("a")).toBe(false);
  });

  test("is known here also where the other's file is broken off, or nothing can be written", () => {
    writeFileSync(join(folder, `${RUN}.${process.ppid}`), '["a","a"]\n["b",');
    expect([inUse.has("a"), inUse.has("b")]).toEqual([true, false]);
    const alone = new InUse(RUN, join(folder, `${RUN}.${process.ppid}`, "no-folder"));
    alone.add("a");
    expect([alone.has("a"), alone.has("b")]).toEqual([true, false]);
  });
});

describe("its file", () => {
  test("tells the others what there is, a line for each change", () => {
    inUse.add("a");
    inUse.add("b", "owner");
    inUse.add("b", "owner");
    inUse.release("owner");
    inUse.release("owner");
    const text = readFileSync(join(folder, `${RUN}.${process.pid}`), "utf8");
    expect(text).toBe('["a","a"]\n["owner","b"]\n["owner"]\n');
  });

  test("is not there before there is anything to tell, and after the run", () => {
    inUse.release("owner");
    expect(readdirSync(folder)).toEqual([]);
    inUse.add("a");
    inUse.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("begins anew, and those of dead processes are cleared away", () => {
    written(RUN, process.pid, ["old", "old"]);
    written("127.0.0.1-1", dead(), ["a", "a"]);
    inUse.add("a");
    expect(readdirSync(folder)).toEqual([`${RUN}.${process.pid}`]);
  });

  test("is none where there is no engine", () => {
    const alone = new InUse(undefined, folder);
    alone.add("a");
    expect(alone.has("a")).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});
