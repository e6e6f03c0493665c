import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { RunMessages } from "../../../../sdk/src/pulumi/files/run-messages";
import { useTemporaryFolder } from "../../../support/temporary-folder";

// Each instance stands for a provider process of one run. They share the name of the run and the folder.

const RUN = "127.0.0.1-4711";
const SOME_BYTES = "0123456789ab";

const home = useTemporaryFolder();
let folder: string;
let log: RunMessages<string>;
let other: RunMessages<string>;

beforeEach(() => {
  folder = join(home.path, "runs");
  [log, other] = [new RunMessages(RUN, folder), new RunMessages(RUN, folder)];
});

const entries = (one = log) => [...one.read()].map(([, entry]) => entry);
const endedPid = () => spawnSync(process.execPath, ["--version"]).pid;

/** Writes the file of another process, some hours ago. */
function writeLog(name: string, text: string, hours = 0): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  setAge(file, hours);
  return file;
}

function setAge(file: string, hours: number): void {
  const time = Date.now() / 1_000 - hours * 3_600;
  utimesSync(file, time, time);
}

describe("an entry", () => {
  test("reaches each other process of the run once, and its own process never", () => {
    log.append("one");
    other.append("two");
    expect([entries(), entries(other)]).toEqual([["two"], ["one"]]);
    other.append("three");
    other.append("four");
    expect([entries(), entries(other)]).toEqual([["three", "four"], []]);
  });

  test("reaches no process of another run, also if its name begins with the same text", () => {
    other.append("two");
    for (const run of ["127.0.0.1-47", "127.0.0.1-47111", undefined])
      expect(entries(new RunMessages(run, folder))).toEqual([]);
  });

  test("arrives when its line is complete, also if the line is cut within a character", () => {
    const line = Buffer.from('"gr\u00fc\u00df dich"\n');
    const cut = line.indexOf(0xc3) + 1;
    const file = writeLog(`${RUN}.${process.ppid}.${SOME_BYTES}`, '"whole"\n');
    appendFileSync(file, line.subarray(0, cut));
    expect(entries()).toEqual(["whole"]);
    appendFileSync(file, line.subarray(cut));
    expect(entries()).toEqual(["gr\u00fc\u00df dich"]);
  });

  test("without valid JSON has no effect on the later ones", () => {
    writeLog(`${RUN}.${process.ppid}.${SOME_BYTES}`, '"a"\n{"b":\n\n"c"\n');
    expect(entries()).toEqual(["a", "c"]);
  });
});

describe("a process that has ended", () => {
  test("removes its file, and is reported once", () => {
    other.append("two");
    const [[process] = []] = log.read();
    other.close();
    expect(readdirSync(folder)).toEqual([]);
    expect([...log.read()]).toEqual([[process]]);
    expect(process).toMatch(/^127\.0\.0\.1-4711\./);
    expect([...log.read()]).toEqual([]);
  });

  test("without removing its file is not read", () => {
    writeLog(`${RUN}.${endedPid()}.${SOME_BYTES}`, '"a"\n');
    expect(entries()).toEqual([]);
  });

  test("a day ago has its file removed, also if another file cannot be removed", () => {
    const pid = endedPid();
    const stuck = join(folder, `127.0.0.1-1.${pid}.0`);
    mkdirSync(join(stuck, "inner"), { recursive: true });
    setAge(stuck, 25);
    const old = writeLog(`127.0.0.1-2.${pid}.1`, '"a"\n', 25);
    // A process that seems to have ended may run in another container.
    const recent = writeLog(`127.0.0.1-3.${pid}.2`, '"a"\n');
    const running = writeLog(`127.0.0.1-4.${process.ppid}.3`, '"a"\n', 25);
    log.append("one");
    expect([stuck, old, recent, running].map((file) => existsSync(file))).toEqual([true, false, true, true]);
    expect(entries(other)).toEqual(["one"]);
  });
});

describe("the file of a process", () => {
  test("has an unpredictable name, and is new", () => {
    const left = writeLog(`${RUN}.${process.pid}.${SOME_BYTES}`, "of a process that had this number\n");
    log.append("one");
    const [own = ""] = readdirSync(folder).filter((name) => !left.endsWith(name));
    expect(own).toMatch(new RegExp(`^127\\.0\\.0\\.1-4711\\.${process.pid}\\.[0-9a-f]{12}$`));
    expect(readFileSync(left, "utf8")).toBe("of a process that had this number\n");
  });

  test("does not exist if nothing was appended, if there is no engine, and if it cannot be created", () => {
    expect(entries()).toEqual([]);
    log.close();
    expect(existsSync(folder)).toBe(false);
    const alone = new RunMessages<string>(undefined, folder);
    alone.append("one");
    expect(existsSync(folder)).toBe(false);
    writeFileSync(folder, "a file in its place");
    log.append("one");
    expect(entries(other)).toEqual([]);
  });
});
