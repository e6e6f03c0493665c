import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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
function written(run: string, pid: number | undefined, ...lines: unknown[][]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const file = join(folder, `${run}.${pid}`);
  writeFileSync(file, text);
  return file;
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

  test("begins anew, and those that dead processes have left a day ago are cleared away", () => {
    written(RUN, process.pid, ["old", "old"]);
    const old = written("127.0.0.1-1", dead(), ["a", "a"]);
    const yesterday = Date.now() / 1_000 - 25 * 3_600;
    utimesSync(old, yesterday, yesterday);
    // A process of another container may seem dead.
    const elsewhere = written("127.0.0.1-2", dead(), ["a", "a"]);
    inUse.add("a");
    expect([old, elsewhere].map(existsSync)).toEqual([false, true]);
    expect(readFileSync(join(folder, `${RUN}.${process.pid}`), "utf8")).toBe('["a","a"]\n');
  });

  test("is none where there is no engine", () => {
    const alone = new InUse(undefined, folder);
    alone.add("a");
    expect(alone.has("a")).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});
