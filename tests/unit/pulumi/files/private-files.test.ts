import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { folderOf, PrivateFolder } from "../../../../sdk/src/pulumi/files/private-files";
import { posixOnly } from "../../../support/posix-only";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const temporary = useTemporaryFolder();
let home: string;
let path: string;
let folder: PrivateFolder;
let umask: number;

beforeEach(() => {
  // The result does not depend on a umask that removes the rights of others.
  umask = process.umask(0);
  home = temporary.path;
  path = join(home, "cloudplatform", "things");
  folder = new PrivateFolder(path);
});

afterEach(() => {
  process.umask(umask);
});

const modeOf = (file: string) => statSync(file).mode & 0o777;

/** A file of the user outside of the folder. */
function ownFile(): string {
  const file = join(home, "own-file");
  writeFileSync(file, "the user's own");
  return file;
}

describe("a private folder", () => {
  const withModes = posixOnly("files have no modes; those in the home folder are private by default");

  withModes.test("and its files can be read by their owner only", () => {
    folder.write("written", "a");
    folder.create("created")("b");
    expect([modeOf(path), modeOf(join(home, "cloudplatform"))]).toEqual([0o700, 0o700]);
    expect(["written", "created"].map((name) => modeOf(join(path, name)))).toEqual([0o600, 0o600]);
  });

  withModes.test("becomes private if it exists with mode 0755", () => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    folder.write("a", "text");
    expect(modeOf(path)).toBe(0o700);
  });

  test("does not exist before something is written", () => {
    expect([folder.names(), folder.read("a")]).toEqual([[], undefined]);
    folder.remove("a");
    folder.removeIfEmpty();
    expect(existsSync(path)).toBe(false);
  });

  test("lies in the home of Pulumi", () => {
    const variable = jest.replaceProperty(process, "env", { ...process.env, PULUMI_HOME: home });
    expect(folderOf("things")).toBe(path);
    variable.restore();
  });
});

describe("a file", () => {
  test("is created once, and grows", () => {
    const [append, again] = [folder.create("a"), folder.create("a")];
    for (const text of ["é", "two"]) append(text);
    again("other");
    expect([folder.read("a"), folder.read("a", 2), folder.read("a", 5)]).toEqual(["étwo", "two", ""]);
  });

  test("can be replaced, and no other file remains", () => {
    folder.write("a", "old and longer");
    folder.write("a", "new");
    expect([folder.names(), folder.read("a")]).toEqual([["a"], "new"]);
  });

  test.each<[what: string, prepare: () => void]>([
    [
      "written, because the disk is full",
      () => {
        jest.spyOn(fs, "writeFileSync").mockImplementationOnce(() => {
          throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
        });
      },
    ],
    ["replaced, because a folder has its name", () => mkdirSync(join(path, "a"), { recursive: true })],
  ])("leaves no temporary file if it cannot be %s", (_, prepare) => {
    folder.write("b", "text");
    prepare();
    expect(folder.write("a", "text")).toBe(false);
    expect(folder.names().filter((name) => name !== "a")).toEqual(["b"]);
  });
});

posixOnly("links follow their target, and need a privilege").describe("a symbolic link", () => {
  beforeEach(() => {
    folder.write("a", "text");
  });

  test("cannot be read", () => {
    symlinkSync(ownFile(), join(path, "link"));
    expect(folder.read("link")).toBeUndefined();
  });

  test.each([
    ["to a file", true],
    ["to nothing", false],
  ])("%s is not written to", (_, exists) => {
    const target = exists ? ownFile() : join(home, "nothing");
    symlinkSync(target, join(path, "link"));
    folder.create("link")("text");
    expect(folder.write("link", "text")).toBe(true);
    expect(exists ? readFileSync(target, "utf8") : existsSync(target)).toBe(
      exists ? "the user's own" : false,
    );
    expect(lstatSync(join(path, "link")).isSymbolicLink()).toBe(false);
    expect(folder.read("link")).toBe("text");
  });

  test("can be removed without its target", () => {
    const target = ownFile();
    symlinkSync(target, join(path, "link"));
    folder.remove("link");
    expect([folder.names(), existsSync(target)]).toEqual([["a"], true]);
  });

  test("instead of the folder is not followed: nothing is read, written or removed there", () => {
    const elsewhere = join(home, "elsewhere");
    mkdirSync(elsewhere, { mode: 0o755 });
    writeFileSync(join(elsewhere, "own"), "the user's own");
    rmSync(path, { recursive: true });
    symlinkSync(elsewhere, path);
    const planted = new PrivateFolder(path);
    planted.create("c")("text");
    expect([planted.write("b", "text"), planted.names()]).toEqual([false, []]);
    expect(planted.read("own")).toBeUndefined();
    planted.remove("own");
    planted.removeIfEmpty();
    expect(readdirSync(elsewhere)).toEqual(["own"]);
    expect(modeOf(elsewhere)).toBe(0o755);
  });
});
