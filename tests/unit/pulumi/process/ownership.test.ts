import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { PrivateFolder } from "../../../../sdk/src/pulumi/files/private-files";
import { RunMessages } from "../../../../sdk/src/pulumi/files/run-messages";
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

  test("conflicts in at least one of two processes that claim it at the same moment", () => {
    const append = RunMessages.prototype.append;
    const conflicts: unknown[] = [];
    // The other process claims the key after this one has decided to claim it, and before this one has written its
    // line.
    jest.spyOn(RunMessages.prototype, "append").mockImplementationOnce(function (
      this: RunMessages<unknown>,
      entry,
    ) {
      conflicts.push(other.claim(["a"], isNew("urn:2")));
      append.call(this, entry);
    });
    conflicts.push(ownership.claim(["a"], isNew("urn:1")));
    expect(conflicts.filter((conflict) => conflict !== undefined)).not.toEqual([]);
  });
});

test("the work for 5,000 lookups of 5,000 objects of another process is linear", () => {
  const OBJECTS = 5_000;
  for (let index = 0; index < OBJECTS; index++) other.use(`object-${index}`);
  const read = jest.spyOn(PrivateFolder.prototype, "readFrom");
  const parse = jest.spyOn(JSON, "parse");
  for (let index = 0; index < OBJECTS; index++) {
    expect(ownership.isInUse(`object-${index}`)).toBe(true);
    expect(ownership.isInUse(`nothing-${index}`)).toBe(false);
  }
  // The other file is read once, because nothing is appended, and each line is parsed once.
  expect(read).toHaveBeenCalledTimes(1);
  expect(parse).toHaveBeenCalledTimes(OBJECTS);
  // Only the appended lines are read.
  other.use("one-more");
  expect(ownership.isInUse("one-more")).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
  expect(parse).toHaveBeenCalledTimes(OBJECTS + 1);
});
