import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Ownership } from "../../../sdk/src/provider/ownership";
import { PrivateFolder } from "../../../sdk/src/pulumi/files/private-files";
import { useTemporaryFolder } from "../../support/temporary-folder";

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

test("the use of an object has no file without an engine, so only this process knows it", () => {
  const alone = new Ownership(undefined, folder.path);
  alone.use("a");
  expect(alone.isInUse("a")).toBe(true);
  expect(readdirSync(folder.path)).toEqual([]);
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

  test.each([
    ["before this one has written its claim", "create", [undefined, "urn:2"]],
    ["before this one reads the claims of others", "names", ["urn:1", "urn:2"]],
  ] as const)(
    "of two processes that claim it at the same moment, one finds the other, %s",
    (_, method, found) => {
      const conflicts: unknown[] = [];
      if (method === "names") ownership.use("b");
      const claim = (process: Ownership, urn: string) =>
        conflicts.push(process.claim(["a"], isNew(urn))?.other.urn);
      const original = PrivateFolder.prototype[method] as PrivateFolder["create"];
      const meanwhile = jest.spyOn(PrivateFolder.prototype, method as "create");
      meanwhile.mockImplementationOnce(function (this: PrivateFolder, name) {
        claim(other, "urn:2");
        return original.call(this, name);
      });
      claim(ownership, "urn:1");
      expect(conflicts).toEqual(found);
    },
  );
});

describe("the files of a run", () => {
  const runFile = (run: string, name: string) => join(folder.path, run, name);
  const endedPid = () => spawnSync(process.execPath, ["--version"]).pid;

  const line = `${JSON.stringify(["object", ["a"], { urn: "urn:1", isNew: false }])}\n`;

  test("are not removed while a process of their run is alive, which may wait for days", () => {
    mkdirSync(join(folder.path, "waiting"));
    const file = runFile("waiting", `${process.ppid}-left`);
    writeFileSync(file, line);
    utimesSync(join(folder.path, "waiting"), 0, 0);
    ownership.use("a");
    expect(existsSync(file)).toBe(true);
  });

  test("are removed a day later by the next run, if they are left by a killed one", () => {
    const name = `${endedPid()}-left`;
    for (const [run, hours] of [
      ["old", 25],
      ["recent", 23],
    ] as const) {
      mkdirSync(join(folder.path, run));
      writeFileSync(runFile(run, name), line);
      const time = Date.now() / 1_000 - hours * 3_600;
      utimesSync(join(folder.path, run), time, time);
    }
    ownership.use("a");
    expect(["old", "recent"].map((run) => existsSync(runFile(run, name)))).toEqual([false, true]);
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
