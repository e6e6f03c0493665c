import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { LogFile } from "../../../sdk/src/log/log-file";
import { useTemporaryFolder } from "../../support/temporary-folder";

// tests/process/log-file.test.ts writes with several processes.

const folder = useTemporaryFolder();
const path = (name = "run.jsonl") => join(folder.path, name);

/** A file, and what it reports about failures. */
function open(file: string) {
  const reasons: string[] = [];
  return { log: new LogFile(file, (reason) => reasons.push(reason)), reasons };
}

describe("a log file", () => {
  test("has one JSON object on each line, and is private", () => {
    const { log, reasons } = open(path());
    log.append({ text: "two\nlines" });
    log.append({ text: "ü☃\u{1F600}" });
    expect(readFileSync(path(), "utf8")).toBe('{"text":"two\\nlines"}\n{"text":"ü☃\u{1F600}"}\n');
    if (process.platform !== "win32") expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(reasons).toEqual([]);
  });

  test("keeps what earlier runs have written", () => {
    writeFileSync(path(), '{"run":1}\n');
    open(path()).log.append({ run: 2 });
    expect(readFileSync(path(), "utf8")).toBe('{"run":1}\n{"run":2}\n');
  });
});

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
    expect(reasonsOf(folder.path)).toEqual(["EISDIR: illegal operation on a directory"]);
  });

  const onUnix = process.platform === "win32" ? test.skip : test;

  onUnix("if it is a named pipe that nobody reads", () => {
    execFileSync("mkfifo", [path("pipe")]);
    expect(reasonsOf(path("pipe"))).toEqual(["ENXIO: no such device or address"]);
  });

  (existsSync("/dev/full") ? test : test.skip)("if the disk is full", () => {
    expect(reasonsOf("/dev/full")).toEqual(["ENOSPC: no space left on device"]);
  });
});
