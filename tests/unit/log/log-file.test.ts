import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { LogFile } from "../../../sdk/src/log/log-file";
import { posixOnly } from "../../support/posix-only";
import { useTemporaryFolder } from "../../support/temporary-folder";

// tests/process/log-file.test.ts writes with several processes.

const folder = useTemporaryFolder();
const path = (name = "run.jsonl") => join(folder.path, name);

/** A file, and what it reports about failures. */
function open(file: string) {
  const reasons: string[] = [];
  return { log: new LogFile(file, (reason) => reasons.push(reason)), reasons };
}

describe("a file that cannot be written is reported once", () => {
  const reasonsOf = (file: string) => {
    const { log, reasons } = open(file);
    log.append({ line: 1 });
    log.append({ line: 2 });
    return reasons;
  };

  test("if its folder does not exist", () => {
    expect(reasonsOf(path("missing/run.jsonl"))).toEqual(["ENOENT: no such file or directory"]);
  });

  test("if it is a folder", () => {
    // EPERM is the answer of Windows.
    expect(reasonsOf(folder.path)).toEqual([
      expect.stringMatching(/^(EISDIR: illegal operation on a directory|EPERM: operation not permitted)$/),
    ]);
  });

  posixOnly("no file is a named pipe").test("if it is a named pipe that nobody reads", () => {
    execFileSync("mkfifo", [path("pipe")]);
    expect(reasonsOf(path("pipe"))).toEqual(["ENXIO: no such device or address"]);
  });

  const full = existsSync("/dev/full");

  (full ? test : test.skip)(`if the disk is full${full ? "" : " (only with /dev/full, as on Linux)"}`, () => {
    expect(reasonsOf("/dev/full")).toEqual(["ENOSPC: no space left on device"]);
  });
});
