import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { PrivateFolder } from "../../../../sdk/src/pulumi/files/private-files";
import { Ownership } from "../../../../sdk/src/pulumi/process/ownership";
import { useTemporaryFolder } from "../../../support/temporary-folder";

// Each instance stands for a provider process of one run. They share the name of the run and the folder.

const RUN = "127.0.0.1-4711";

const folder = useTemporaryFolder();
let ownership: Ownership;
let other: Ownership;

beforeEach(() => {
  [ownership, other] = [new Ownership(RUN, folder.path), new Ownership(RUN, folder.path)];
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe("the use of an object", () => {
  test("ends with its owner, unless another resource uses it, too", () => {
    expect(ownership.isInUse("a")).toBe(false);
    ownership.use("a", "owner");
    expect(ownership.isInUse("a")).toBe(true);
    ownership.release("owner");
    expect(ownership.isInUse("a")).toBe(false);
    ownership.use("a", "owner");
    ownership.use("a");
    ownership.release("owner");
    expect(ownership.isInUse("a")).toBe(true);
  });

  test("ends when its owner uses another object", () => {
    ownership.use("a", "owner");
    ownership.use("b", "owner");
    expect(["a", "b"].map((object) => ownership.isInUse(object))).toEqual([false, true]);
    expect(["a", "b"].map((object) => other.isInUse(object))).toEqual([false, true]);
  });

  test("may be that of another process of the run, until that process releases it", () => {
    other.use("a", "owner");
    other.use("b");
    expect(["a", "b"].map((object) => ownership.isInUse(object))).toEqual([true, true]);
    other.release("owner");
    expect(["a", "b"].map((object) => ownership.isInUse(object))).toEqual([false, true]);
  });

  test("ends with the process", () => {
    other.use("a");
    expect(ownership.isInUse("a")).toBe(true);
    other.close();
    expect(ownership.isInUse("a")).toBe(false);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("has no file without an engine, so only this process knows it", () => {
    const alone = new Ownership(undefined, folder.path);
    alone.use("a");
    expect(alone.isInUse("a")).toBe(true);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

describe("a unique key", () => {
  const isNew = (urn: string) => ({ urn, isNew: true });
  const exists = (urn: string) => ({ urn, isNew: false });

  test.each([
    ["one process", () => ownership],
    ["two processes", () => other],
  ])("belongs to the first of two resources if one of them is new, in %s", (_, second) => {
    for (const [key, one, two] of [
      ["a", isNew("urn:1"), isNew("urn:2")],
      ["b", isNew("urn:3"), exists("urn:4")],
      ["c", exists("urn:5"), isNew("urn:6")],
    ] as const) {
      expect(ownership.claim([key], one)).toBeUndefined();
      expect(second().claim([key], two)).toEqual({ key, other: one });
    }
    expect(ownership.claim(["d"], exists("urn:7"))).toBeUndefined();
    expect(second().claim(["d"], exists("urn:8"))).toBeUndefined();
  });

  test("may be claimed again by the resource that has claimed it", () => {
    expect(ownership.claim(["a"], exists("urn:1"))).toBeUndefined();
    expect(ownership.claim(["a"], isNew("urn:1"))).toBeUndefined();
    // The Provider of a resource was changed, so its replacement is in another process.
    expect(other.claim(["a"], isNew("urn:1"))).toBeUndefined();
  });

  test("conflicts also as one of several, and the conflict names it", () => {
    ownership.claim(["a", "b"], isNew("urn:1"));
    expect(other.claim(["c", "b"], isNew("urn:2"))).toEqual({ key: "b", other: isNew("urn:1") });
  });

  test("becomes free when its resource claims another one", () => {
    ownership.claim(["a"], isNew("urn:1"));
    ownership.claim(["b"], isNew("urn:1"));
    expect(ownership.claim(["a"], isNew("urn:2"))).toBeUndefined();
    expect(other.claim(["b"], isNew("urn:3"))).toMatchObject({ key: "b" });
  });

  test("becomes free when the process of its resource has ended", () => {
    other.claim(["a"], isNew("urn:1"));
    expect(ownership.claim(["a"], isNew("urn:2"))).toMatchObject({ key: "a" });
    other.close();
    expect(ownership.claim(["a"], isNew("urn:2"))).toBeUndefined();
  });

  test("is claimed by one of two processes that claim it at the same moment, and the other one finds the claim", () => {
    const conflicts: unknown[] = [];
    // The other process creates its file after this one has decided to create one.
    const create = PrivateFolder.prototype.create;
    jest.spyOn(PrivateFolder.prototype, "create").mockImplementationOnce(function (
      this: PrivateFolder,
      ...file
    ) {
      conflicts.push(other.claim(["a"], isNew("urn:2")));
      return create.apply(this, file);
    });
    conflicts.push(ownership.claim(["a"], isNew("urn:1")));
    expect(conflicts).toEqual([undefined, { key: "a", other: isNew("urn:2") }]);
  });
});

describe("the files of a run", () => {
  const runFile = (run: string, name: string) => join(folder.path, run, name);
  const endedPid = () => spawnSync(process.execPath, ["--version"]).pid;

  /** Writes the file of another process. */
  function leave(text: string): void {
    mkdirSync(join(folder.path, RUN), { recursive: true });
    writeFileSync(runFile(RUN, "object.a"), text);
  }

  test("count as long as their process is alive, and a later claim replaces them", () => {
    const text = (pid: number) => JSON.stringify({ pid, owners: [{ urn: "urn:1", isNew: true }] });
    leave(text(process.ppid));
    expect(ownership.isInUse("a")).toBe(true);
    for (const left of [text(endedPid()), "", "null", '{"pid":']) {
      leave(left);
      expect(ownership.isInUse("a")).toBe(false);
    }
    ownership.use("a");
    expect(other.isInUse("a")).toBe(true);
  });

  test("are not those of another run", () => {
    other.use("a");
    expect(new Ownership("127.0.0.1-47", folder.path).isInUse("a")).toBe(false);
  });

  test("are not removed while a process of their run is alive, which may wait for days", () => {
    mkdirSync(join(folder.path, "waiting"));
    const claim = JSON.stringify({ pid: process.ppid, owners: [{ urn: "urn:1", isNew: false }] });
    writeFileSync(runFile("waiting", "object.a"), claim);
    utimesSync(join(folder.path, "waiting"), 0, 0);
    ownership.use("a");
    expect(existsSync(runFile("waiting", "object.a"))).toBe(true);
  });

  test("are removed a day later by the next run, if they are left by a killed one", () => {
    for (const [run, hours] of [
      ["old", 25],
      ["recent", 23],
    ] as const) {
      mkdirSync(join(folder.path, run));
      writeFileSync(runFile(run, "object.a"), JSON.stringify({ pid: endedPid(), owners: [] }));
      const time = Date.now() / 1_000 - hours * 3_600;
      utimesSync(join(folder.path, run), time, time);
    }
    ownership.use("a");
    expect(["old", "recent"].map((run) => existsSync(runFile(run, "object.a")))).toEqual([false, true]);
  });

  test("are not needed: if they cannot be written, each process works alone", () => {
    const path = join(folder.path, "a file in place of the folder");
    writeFileSync(path, "");
    const [one, two] = [new Ownership(RUN, path), new Ownership(RUN, path)];
    one.use("a");
    expect([one.isInUse("a"), two.isInUse("a")]).toEqual([true, false]);
    one.close();
  });
});

test("a question lists no folder and reads at most one file, and none about what this process holds", () => {
  for (const object of ["a", "b"]) {
    ownership.use(object);
    other.use(`other ${object}`);
  }
  const [names, read] = (["names", "read"] as const).map((name) => jest.spyOn(PrivateFolder.prototype, name));
  for (const object of ["a", "b", "a", "b"]) expect(ownership.isInUse(object)).toBe(true);
  expect(read).not.toHaveBeenCalled();
  for (const object of ["other a", "other b", "nothing"]) ownership.isInUse(object);
  expect(read).toHaveBeenCalledTimes(3);
  expect(names).not.toHaveBeenCalled();
});
