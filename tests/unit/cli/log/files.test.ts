import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { main } from "../../../../sdk/src/cli/main";
import { generatedLog } from "../../../support/generated-log";
import { posixOnly } from "../../../support/posix-only";
import { printed } from "../../../support/printed";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const folder = useTemporaryFolder();
const path = (file: string) => join(folder.path, file);

beforeEach(() => {
  const lines = generatedLog(20).map((event) => JSON.stringify(event));
  writeFileSync(path("run.jsonl"), `${lines.join("\n")}\n`);
});

const log = (...args: string[]) => printed(() => main(["log", path("run.jsonl"), ...args]));

test("--html and --trace write files, besides the summary", async () => {
  const { result, stdout, stderr } = await log("--html", path("run.html"), "--trace", path("run.json"));
  expect(result).toBe(0);
  expect(stdout).toContain("network/production");
  expect(stderr).toBe(
    `Wrote ${path("run.html")}. Open it in a browser.\nWrote ${path("run.json")}. Open it in Perfetto.\n`,
  );
  expect(readFileSync(path("run.html"), "utf8")).toMatch(/^<!doctype html>/);
  expect(JSON.parse(readFileSync(path("run.json"), "utf8")).traceEvents.length).toBeGreaterThan(100);
});

posixOnly("files have no modes").test("only their owner can read the files", async () => {
  await log("--html", path("run.html"), "--trace", path("run.json"));
  for (const file of ["run.html", "run.json"]) expect(statSync(path(file)).mode & 0o777).toBe(0o600);
});

test.each(["--html", "--trace"])("%s does not overwrite the log", async (option) => {
  const before = readFileSync(path("run.jsonl"), "utf8");
  symlinkSync("run.jsonl", path("link"));
  const { result, stderr } = await log(option, path("link"));
  expect(result).toBe(1);
  expect(stderr).toContain("link cannot be written: it is the log [output-not-writable]");
  expect(readFileSync(path("run.jsonl"), "utf8")).toBe(before);
});
