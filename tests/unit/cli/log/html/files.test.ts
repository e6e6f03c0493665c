import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { main } from "../../../../../sdk/src/cli/main";
import { generatedLog } from "../../../../support/generated-log";
import { printed } from "../../../../support/printed";
import { useTemporaryFolder } from "../../../../support/temporary-folder";

const folder = useTemporaryFolder();
const path = (file: string) => join(folder.path, file);

beforeEach(() => {
  const lines = generatedLog(20).map((event) => JSON.stringify(event));
  writeFileSync(path("run.jsonl"), `${lines.join("\n")}\n`);
});

const log = (...args: string[]) => printed(() => main(["log", path("run.jsonl"), ...args]));

test("--html writes a page that only its owner can read, besides the summary", async () => {
  const { result, stdout, stderr } = await log("--html", path("run.html"));
  expect([result, stderr]).toEqual([0, `Wrote ${path("run.html")}. Open it in a browser.\n`]);
  expect(stdout).toContain("network/production");
  expect(readFileSync(path("run.html"), "utf8")).toMatch(/^<!doctype html>/);
  if (process.platform !== "win32") expect(statSync(path("run.html")).mode & 0o777).toBe(0o600);
});

test("--html does not overwrite the log", async () => {
  const before = readFileSync(path("run.jsonl"), "utf8");
  symlinkSync("run.jsonl", path("link"));
  const { result, stderr } = await log("--html", path("link"));
  expect(result).toBe(1);
  expect(stderr).toContain("link cannot be written: it is the log [file-not-writable]");
  expect(readFileSync(path("run.jsonl"), "utf8")).toBe(before);
});
