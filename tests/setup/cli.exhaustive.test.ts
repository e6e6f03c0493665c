import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { Sandbox, version } from "./sandbox";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const builds = ["go build pulumi-language-nodejs", "go build pulumi"];
const gotCli = (calls: string[]) =>
  calls.filter((call) => call === "download" || call.startsWith("go build"));
const cached = () => fs.readdirSync(sandbox.versions).sort();
const pid = () => Number(fs.readFileSync(path.join(sandbox.folder, "log.go-pid"), "utf8"));

function isRunning(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}

describe("a CLI on the user's PATH", () => {
  test("is used if it is new enough, and nothing is downloaded", async () => {
    sandbox.addCli(sandbox.bin, "3.300.1");
    const { code, output } = await sandbox.setUp();
    expect(output).toContain(`Pulumi 3.300.1 (yours, ${sandbox.bin}/pulumi)`);
    expect(code).toBe(0);
    expect(gotCli(sandbox.calls())).toEqual([]);
    expect(fs.existsSync(sandbox.versions)).toBe(false);
  });

  test.each(["3.249.0", "4.0.0"])("is ignored if it is %s", async (other) => {
    sandbox.addCli(sandbox.bin, other);
    const { output } = await sandbox.setUp({ FAKE_DOWNLOAD: "works" });
    expect(output).toContain(`Pulumi ${version} (downloaded, ~/.pulumi/versions/${version}/bin/pulumi)`);
  });

  test.each<[string, () => void]>([
    ["it has no Node language host", () => fs.rmSync(path.join(sandbox.bin, "pulumi-language-nodejs"))],
    [
      "it is npm's launcher",
      () => {
        sandbox.addCli(path.join(sandbox.folder, "lib"), "3.300.1");
        fs.renameSync(path.join(sandbox.folder, "lib/pulumi"), path.join(sandbox.folder, "lib/run.js"));
        fs.rmSync(path.join(sandbox.bin, "pulumi"));
        fs.symlinkSync("../lib/run.js", path.join(sandbox.bin, "pulumi"));
      },
    ],
  ])("is ignored if %s", async (_, change) => {
    sandbox.addCli(sandbox.bin, "3.300.1");
    change();
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).output).toContain("(downloaded,");
  });

  test("is searched again if it was removed", async () => {
    sandbox.addCli(sandbox.bin, "3.300.1");
    await sandbox.setUp();
    fs.rmSync(path.join(sandbox.bin, "pulumi"));
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).output).toContain("(downloaded,");
  });
});

describe("the launcher's cache", () => {
  test("gets the CLI from the launcher's download", async () => {
    sandbox.addProgram("go");
    const { code } = await sandbox.setUp({ FAKE_DOWNLOAD: "works" });
    expect(code).toBe(0);
    expect(gotCli(sandbox.calls())).toEqual(["download"]);
    expect(cached()).toEqual([version]);
    expect(fs.readdirSync(sandbox.cache)).toContain("pulumi-resource-pulumi-nodejs");
  });

  test("gets the CLI from Go modules when the download fails", async () => {
    sandbox.addProgram("go");
    const { code, output } = await sandbox.setUp();
    expect(output).toContain(`Pulumi ${version} (built from Go modules, ~/.pulumi/`);
    expect(code).toBe(0);
    expect(gotCli(sandbox.calls())).toEqual(["download", ...builds]);
    expect(cached()).toEqual([version]);
    expect(fs.readdirSync(sandbox.cache).sort()).toEqual([
      "pulumi",
      "pulumi-language-nodejs",
      "pulumi-resource-pulumi-nodejs",
    ]);
  });

  test("ignores a download that does not run", async () => {
    sandbox.addProgram("go");
    const { output } = await sandbox.setUp({ FAKE_DOWNLOAD: "broken" });
    expect(output).toContain("(built from Go modules,");
    expect(cached()).toEqual([version]);
  });

  test("is used if it is complete", async () => {
    sandbox.addCli(sandbox.cache);
    expect((await sandbox.setUp()).output).toContain("(already there,");
    expect(gotCli(sandbox.calls())).toEqual([]);
  });

  test("gets only the dynamic provider plugin if only that is missing", async () => {
    sandbox.addCli(sandbox.cache);
    fs.rmSync(path.join(sandbox.cache, "pulumi-resource-pulumi-nodejs"));
    expect((await sandbox.setUp()).output).toContain("(already there,");
    expect(fs.statSync(path.join(sandbox.cache, "pulumi-resource-pulumi-nodejs")).mode & 0o111).toBe(0o111);
  });

  test.each<[string, () => void]>([
    ["its CLI is incomplete", () => fs.writeFileSync(path.join(sandbox.cache, "pulumi"), "half a file")],
    ["its language host is missing", () => fs.rmSync(path.join(sandbox.cache, "pulumi-language-nodejs"))],
  ])("is replaced if %s, also after a set-up", async (_, spoil) => {
    sandbox.addCli(sandbox.cache);
    spoil();
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).output).toContain("(downloaded,");
    expect(cached()).toEqual([version]);
    expect((await sandbox.setUp()).output).toBe("");
    spoil();
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).output).toContain("(downloaded,");
  });

  test("is in PULUMI_HOME if that is set", async () => {
    const home = path.join(sandbox.folder, "elsewhere");
    await sandbox.setUp({ FAKE_DOWNLOAD: "works", PULUMI_HOME: home });
    expect(fs.existsSync(path.join(home, "versions", version, "bin", "pulumi"))).toBe(true);
    expect(fs.existsSync(sandbox.versions)).toBe(false);
  });
});

describe("set-up fails", () => {
  const sentence = new RegExp(
    `^The Pulumi CLI ${version} could not be downloaded \\(fetch failed\\): install Pulumi 3\\.250\\.0 or newer ` +
      "\\(https://\\S+\\) or Go 1\\.\\d+\\.\\d+ or newer, and run set-up again\\.$",
    "m",
  );

  test("without download and Go, and the error says what to install", async () => {
    const { code, output } = await sandbox.setUp();
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
    expect(cached()).toEqual([]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "Go is too old and may not download another version",
      { FAKE_GO: "too old", GOTOOLCHAIN: "local" },
      sentence,
    ],
    [
      "Go fails: the error is that of Go",
      { FAKE_GO: "fails" },
      /fake reason\nGo could not build the Pulumi CLI/,
    ],
    [
      "PULUMI_VERSION cannot be built",
      { PULUMI_VERSION: "3.299.0" },
      /The Pulumi CLI 3\.299\.0 could not be downloaded \(fetch failed\): install it, or unset/,
    ],
    [
      "PULUMI_VERSION is too old",
      { PULUMI_VERSION: "3.100.0" },
      /PULUMI_VERSION asks for 3\.100\.0, but 3\.250\.0 is the oldest that works: unset it\./,
    ],
  ])("if %s", async (_, env, message) => {
    sandbox.addProgram("go");
    const { code, output } = await sandbox.setUp(env);
    expect(output).toMatch(message);
    expect(code).toBe(1);
    expect(fs.existsSync(sandbox.versions) ? cached() : []).toEqual([]);
  });

  test("only after it has tried a Go that may download a newer version", async () => {
    sandbox.addProgram("go");
    expect((await sandbox.setUp({ FAKE_GO: "too old" })).output).toContain("(built from Go modules,");
  });

  test("for a broken CLI in the cache, which it does not change", async () => {
    fs.mkdirSync(sandbox.cache, { recursive: true });
    fs.writeFileSync(path.join(sandbox.cache, "pulumi"), "half a file", { mode: 0o755 });
    const { code, output } = await sandbox.setUp();
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
    expect(cached()).toEqual([version]);
  });
});

describe("Go's caches", () => {
  beforeEach(() => sandbox.addProgram("go"));
  const moduleIn = (folder: string) => fs.existsSync(path.join(folder, "some-module"));

  test("are temporary if the user has none", async () => {
    await sandbox.setUp();
    expect(fs.readdirSync(sandbox.home)).toEqual([".pulumi"]);
    expect(cached()).toEqual([version]);
  });

  test("are the user's if they exist", async () => {
    const cache = path.join(sandbox.home, "go", "pkg", "mod");
    fs.mkdirSync(path.join(cache, "cache"), { recursive: true });
    await sandbox.setUp();
    expect(moduleIn(cache)).toBe(true);
  });

  test("are the user's if the environment names them", async () => {
    const cache = path.join(sandbox.folder, "modules");
    await sandbox.setUp({ GOMODCACHE: cache });
    expect(moduleIn(cache)).toBe(true);
  });
});

describe("interruptions", () => {
  beforeEach(() => sandbox.addProgram("go"));

  async function startBuild(): Promise<ReturnType<Sandbox["start"]>> {
    const running = sandbox.start(["scripts/setup.mjs"], { FAKE_GO: "hangs" });
    await eventually(() => fs.existsSync(path.join(sandbox.folder, "log.go-pid")));
    return running;
  }

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "%s ends the build with all of its processes, and the next set-up starts again",
    async (signal, code) => {
      const { child, outcome } = await startBuild();
      child.kill(signal);
      expect(await outcome).toMatchObject({
        code,
        output: expect.stringContaining("Set-up was interrupted"),
      });
      expect(isRunning(pid())).toBe(false);
      expect(cached()).toEqual([]);

      sandbox.calls();
      expect((await sandbox.setUp()).output).toContain("(built from Go modules,");
      expect(gotCli(sandbox.calls())).toEqual(["download", ...builds]);
    },
  );

  test("the files of a killed set-up are removed and not used", async () => {
    const { child, outcome } = await startBuild();
    child.kill("SIGKILL");
    process.kill(pid(), "SIGKILL");
    await outcome;
    expect(cached()).toHaveLength(2);

    expect((await sandbox.setUp()).output).toContain("(built from Go modules,");
    expect(cached()).toEqual([version]);
  });
});

test("two clones at the same time build one CLI, and one of them waits", async () => {
  sandbox.addProgram("go");
  const other = sandbox.addCheckout("other");
  const env = { FAKE_GO_MS: "500" };
  const outcomes = await Promise.all([sandbox.setUp(env), sandbox.setUp(env, other)]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  const outputs = outcomes.map(({ output }) => output).sort((a, b) => a.length - b.length);
  expect(
    outputs.filter((output) => /Waiting for another set-up \(process \d+, since/.test(output)),
  ).toHaveLength(1);
  expect(outputs.filter((output) => output.includes("(already there,"))).toHaveLength(1);
  expect(gotCli(sandbox.calls())).toEqual(["download", ...builds]);
});

test("a second set-up runs no program and prints nothing", async () => {
  sandbox.addProgram("go");
  await sandbox.setUp();
  sandbox.calls();
  expect(await sandbox.setUp()).toEqual({ code: 0, output: "" });
  expect(sandbox.calls()).toEqual([]);
});
