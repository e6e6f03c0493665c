import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Sandbox } from "./sandbox";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.addCli(sandbox.cache);
});
afterEach(() => sandbox.remove());

const steps = () => sandbox.calls().filter((call) => !call.startsWith("pulumi"));

function edit(file: string, change: object): void {
  const target = path.join(sandbox.checkout, file);
  const content = JSON.parse(fs.readFileSync(target, "utf8"));
  fs.writeFileSync(target, JSON.stringify({ ...content, ...change }));
}

describe("dependencies", () => {
  test("are installed and compiled once", async () => {
    expect((await sandbox.setUp()).code).toBe(0);
    expect(steps()).toEqual(["npm ci", "tsc all"]);
    expect(await sandbox.setUp()).toEqual({ code: 0, output: "" });
    expect(steps()).toEqual([]);
  });

  test("are those of all workspaces if `--all` asks for them, and then stay", async () => {
    await sandbox.setUp();
    expect(steps()).toEqual(["npm ci", "tsc all"]);
    expect((await sandbox.setUpAll()).code).toBe(0);
    expect(steps()).toContain("npm ci of all workspaces");
    expect(await sandbox.setUpAll()).toEqual({ code: 0, output: "" });
    expect(await sandbox.setUp()).toEqual({ code: 0, output: "" });
    edit("package-lock.json", { version: "other" });
    await sandbox.setUp();
    expect(steps()).toContain("npm ci of all workspaces");
  });

  test("have no headers of the project's Node", async () => {
    await sandbox.setUp({ FAKE_NPM: "headers" });
    const node = path.dirname(await sandbox.projectNode());
    expect(fs.readdirSync(path.dirname(node))).toEqual(["bin"]);
  });

  test.each<[string, string, object]>([
    ["package-lock.json has changed", "package-lock.json", { version: "other" }],
    ["a workspace requires others", "sdk/package.json", { dependencies: { some: "1.0.0" } }],
  ])("are installed again if %s", async (_, file, change) => {
    await sandbox.setUp();
    steps();
    edit(file, change);
    await sandbox.setUp();
    expect(steps()).toContain("npm ci");
  });

  test("are not installed again if only a script has changed", async () => {
    await sandbox.setUp();
    steps();
    edit("package.json", { scripts: {} });
    expect((await sandbox.setUp()).output).toBe("");
  });

  test("are installed again after a failed install, whose error is shown", async () => {
    const { code, output } = await sandbox.setUp({ FAKE_NPM: "fails" });
    expect(output).toContain("npm error fake reason\nnpm could not install the dependencies");
    expect(code).toBe(1);
    steps();
    expect((await sandbox.setUp()).code).toBe(0);
    expect(steps()).toEqual(["npm ci", "tsc all"]);
  });

  test.each(["no node", "broken node"])(
    "include the Node that runs set-up if npm installs %s",
    async (state) => {
      expect((await sandbox.setUp({ FAKE_NPM: state })).code).toBe(0);
      expect(steps()).toEqual(["npm ci", "tsc all"]);
      expect(fs.realpathSync(await sandbox.projectNode())).toBe(process.execPath);
      expect((await sandbox.setUp({ FAKE_NPM: state })).output).toBe("");
    },
  );

  test("on a platform without a Node package require a newer Node, and the error says so in one sentence", async () => {
    const { code, output } = await sandbox.evaluate(
      `Object.defineProperty(process, "version", { value: "v20.20.2" });
       await import("../setup.mjs");`,
      { FAKE_NPM: "no node" },
    ).outcome;
    expect(output).toContain(
      "npm has no Node that runs on this platform, and v20.20.2 is too old to take its place: install Node " +
        "22.19.0 or newer, and run set-up again.",
    );
    expect(code).toBe(1);
  });
});

describe("compiled files", () => {
  beforeEach(async () => {
    await sandbox.setUp();
    steps();
  });

  test("are compiled again if a source has changed", async () => {
    sandbox.write("checkout/sdk/src/other.ts", "export {};");
    await sandbox.setUp();
    expect(steps()).toEqual(["tsc changed"]);
  });

  test("are all compiled again if one is missing", async () => {
    fs.rmSync(path.join(sandbox.checkout, "simulator/dist/index.js"));
    await sandbox.setUp();
    expect(steps()).toEqual(["tsc all"]);
  });

  test("are compiled again after a failed compilation, whose error is shown", async () => {
    sandbox.write("checkout/sdk/src/other.ts", "export {};");
    const { code, output } = await sandbox.setUp({ FAKE_TSC: "fails" });
    expect(output).toContain("error TS0: fake error\nThe sources do not compile");
    expect(code).toBe(1);
    steps();
    expect((await sandbox.setUp()).code).toBe(0);
    expect(steps()).toEqual(["tsc all"]);
  });
});

test("two set-ups of one checkout install and compile once", async () => {
  const outcomes = await Promise.all([sandbox.setUp(), sandbox.setUp()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect(steps()).toEqual(["npm ci", "tsc all"]);
});

test("an old Node is rejected with one sentence", async () => {
  const { code, output } = await sandbox.evaluate(`
    Object.defineProperty(process.versions, "node", { value: "18.20.0" });
    await import("../setup.mjs");`).outcome;
  expect(output).toMatch(/^Set-up needs Node 20 or newer, and this is \S+: install a newer Node\.\n$/);
  expect(code).toBe(1);
  expect(steps()).toEqual([]);
});

describe("the environment for other scripts", () => {
  const printPath =
    'import { projectEnv } from "./paths.mjs"; console.log(projectEnv({ PATH: "/rest" }).PATH);';

  test("has the project's Node, the CLI and the project's tools first in the PATH", async () => {
    await sandbox.setUp();
    const { output } = await sandbox.evaluate(printPath).outcome;
    const modules = path.join(fs.realpathSync(sandbox.checkout), "node_modules");
    const node = path.dirname(await sandbox.projectNode());
    const folders = [node, sandbox.cache, path.join(modules, ".bin"), "/rest"];
    expect(output.trim().split(path.delimiter)).toEqual(folders);
  });

  test("does not exist before set-up, and the error says so in one sentence", async () => {
    const { code, output } = await sandbox.evaluate(printPath).outcome;
    expect(output).toContain("Error: The project is not set up: run `npm run setup` first.");
    expect(code).toBe(1);
  });
});
