import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { OLDEST_CLI } from "../support/pinned-cli";
import { Sandbox, version } from "./sandbox";

// `npm run setup` in a new clone. npm, Go, the compiler and the CLI are small programs that log each call.

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.remove());

const INSTALL = ["npm ci"];
const BUILD = ["download", "go build pulumi-language-nodejs", "go build pulumi"];
const READY = { code: 0, output: "" };

/** The calls since the last time, without those of each run: the compiler knows what has changed, and the CLI is checked. */
const steps = () => sandbox.calls().filter((call) => call !== "pulumi version" && call !== "tsc");
const cached = () => (fs.existsSync(sandbox.versions) ? fs.readdirSync(sandbox.versions).sort() : []);
const inCheckout = (file: string) => path.join(sandbox.checkout, file);
/** Runs set-up with another version of Node. */
const withNode = (name: string, value: string, env = {}) => {
  const change = `Object.defineProperty(${name}, { value: "${value}" })`;
  return sandbox.start(["--import", `data:text/javascript,${change}`, "scripts/setup.mjs"], env).ended;
};

test("set-up of a new clone installs, compiles and gets the CLI, and a second one prints nothing", async () => {
  sandbox.addProgram("go");
  const { code, output } = await sandbox.setUp();
  expect(output).toContain(
    `Pulumi ${version} (built from Go modules, ~/.pulumi/versions/${version}/bin/pulumi)`,
  );
  expect([code, steps(), cached()]).toEqual([0, [...INSTALL, ...BUILD], [version]]);
  expect(await sandbox.setUp()).toMatchObject(READY);
  expect(sandbox.calls()).toEqual(["tsc", "pulumi version"]);
});

describe("the language hosts of other languages", () => {
  const HOSTS = ["yaml", "python", "go"].map((language) => `go build pulumi-language-${language}`);

  test("`--languages` builds them beside a CLI that was built, once", async () => {
    sandbox.addProgram("go");
    await sandbox.setUp();
    expect(steps()).toEqual([...INSTALL, ...BUILD]);
    expect(await sandbox.setUp({}, "--languages")).toMatchObject({ code: 0 });
    expect(steps()).toEqual(HOSTS);
    expect(fs.readdirSync(sandbox.cache)).toContain("pulumi-language-python-exec");
    expect(await sandbox.setUp({}, "--languages")).toMatchObject(READY);
    expect(steps()).toEqual([]);
  });
});

describe("set-up after a change", () => {
  beforeEach(async () => {
    sandbox.addCli(sandbox.cache);
    await sandbox.setUp();
    expect(steps()).toEqual(INSTALL);
  });

  const edit = (file: string, change: object) => {
    const content = JSON.parse(fs.readFileSync(inCheckout(file), "utf8"));
    fs.writeFileSync(inCheckout(file), JSON.stringify({ ...content, ...change }));
  };

  test.each<[what: string, change: () => void, steps: string[]]>([
    ["of package-lock.json", () => edit("package-lock.json", { version: "other" }), INSTALL],
    ["of a script", () => edit("package.json", { scripts: {} }), []],
    ["of the CLI", () => fs.writeFileSync(path.join(sandbox.cache, "pulumi"), "half"), ["download"]],
  ])("%s repeats only the steps that depend on it", async (_, change, expected) => {
    change();
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).code).toBe(0);
    expect(steps()).toEqual(expected);
    expect(await sandbox.setUp()).toMatchObject(READY);
  });
});

describe("the CLI", () => {
  test.each([
    ["3.300.1", "yours", []],
    ["3.249.0", "downloaded", ["download"]],
    ["4.0.0", "downloaded", ["download"]],
  ])("a CLI %s in the user's PATH is used if it is a version that works", async (own, source, calls) => {
    sandbox.addCli(sandbox.bin, own);
    expect((await sandbox.setUp({ FAKE_DOWNLOAD: "works" })).output).toContain(`(${source},`);
    expect(steps()).toEqual([...INSTALL, ...calls]);
  });

  test("PULUMI_VERSION gets the oldest version instead of the user's CLI, and set-up without it goes back", async () => {
    sandbox.addProgram("go");
    sandbox.addCli(sandbox.bin, "3.300.1");
    const env = { PULUMI_VERSION: OLDEST_CLI, FAKE_PULUMI_VERSION: OLDEST_CLI };
    const program = `~/.pulumi/versions/${OLDEST_CLI}/bin/pulumi`;
    expect((await sandbox.setUp(env)).output).toContain(`${OLDEST_CLI} (built from Go modules, ${program})`);
    expect(steps()).toEqual([
      ...INSTALL,
      "download",
      "go build pulumi-language-nodejs",
      "go build pulumi-oldest",
    ]);
    expect(await sandbox.setUp(env)).toMatchObject(READY);
    expect((await sandbox.setUp()).output).toContain("Pulumi 3.300.1 (yours,");
  });

  test("`npx pulumi` runs the CLI that set-up has chosen, instead of the launcher", async () => {
    sandbox.addCli(sandbox.bin, "3.300.1");
    sandbox.addCli(path.join(sandbox.versions, OLDEST_CLI, "bin"), OLDEST_CLI);
    await sandbox.setUp();
    expect((await sandbox.npx("pulumi", "version")).stdout).toBe("v3.300.1\n");
    await sandbox.setUp({ PULUMI_VERSION: OLDEST_CLI });
    expect((await sandbox.npx("pulumi", "version")).stdout).toBe(`v${OLDEST_CLI}\n`);
  });
});

describe("Node", () => {
  test.each(["no node", "broken node"])(
    "the Node that runs set-up is used if npm installs %s",
    async (state) => {
      sandbox.addCli(sandbox.cache);
      expect((await sandbox.setUp({ FAKE_NPM: state })).code).toBe(0);
      const [node = ""] = fs.globSync("node_modules/node-*/bin/node*", { cwd: sandbox.checkout });
      expect(fs.realpathSync(inCheckout(node))).toBe(process.execPath);
      expect(await sandbox.setUp({ FAKE_NPM: state })).toMatchObject(READY);
    },
  );

  test("a Node that is too old is rejected before the first step", async () => {
    const message = /^Set-up needs Node 20 or newer, and this is \S+: install a newer Node\.\n$/;
    const rejected = { code: 1, output: expect.stringMatching(message) };
    expect(await withNode('process.versions, "node"', "18.20.0")).toMatchObject(rejected);
    expect(steps()).toEqual([]);
  });
});

test.each<[step: string, env: Record<string, string>, message: string]>([
  ["npm", { FAKE_NPM: "fails" }, "npm error fake reason\nnpm could not install the dependencies: see"],
  ["the compiler", { FAKE_TSC: "fails" }, "error TS0: fake error\nThe sources do not compile: correct"],
  ["Go", { FAKE_GO: "fails" }, "fake reason\nGo could not build the Pulumi CLI: see"],
  [
    "the download, and Go is too old",
    { FAKE_GO: "too old", GOTOOLCHAIN: "local" },
    `The Pulumi CLI ${version} could not be downloaded (fetch failed): install Pulumi ${OLDEST_CLI} or newer (https:`,
  ],
  [
    "the download of a version that cannot be built",
    { PULUMI_VERSION: "3.299.0" },
    "The Pulumi CLI 3.299.0 could not be downloaded (fetch failed): install it, or unset PULUMI_VERSION",
  ],
  [
    "the check of PULUMI_VERSION",
    { PULUMI_VERSION: "3.100.0" },
    `PULUMI_VERSION asks for 3.100.0, but ${OLDEST_CLI} is the oldest that works: unset it.`,
  ],
])(
  "after a failure of %s, the message says what to do, and set-up continues from there",
  async (_, env, message) => {
    sandbox.addProgram("go");
    const { code, output } = await sandbox.setUp(env);
    expect([code, output, cached()]).toEqual([1, expect.stringContaining(message), []]);
    expect((await sandbox.setUp()).code).toBe(0);
    expect(await sandbox.setUp()).toMatchObject(READY);
  },
);

describe("set-up that is interrupted", () => {
  beforeEach(() => sandbox.addProgram("go"));

  async function interrupt(step: string, signal: NodeJS.Signals) {
    const { child, ended } = sandbox.start(["scripts/setup.mjs"], { FAKE_HANGS: step });
    const file = path.join(sandbox.folder, "log.pid");
    await eventually(() => fs.existsSync(file) && fs.readFileSync(file, "utf8") !== "");
    const pid = Number(fs.readFileSync(file, "utf8"));
    child.kill(signal);
    // Nothing can end the programs of a killed process.
    if (signal === "SIGKILL") process.kill(pid, signal);
    return { ...(await ended), pid };
  }

  test.each([
    ["npm", "SIGINT", 130, [...INSTALL, ...BUILD]],
    ["tsc", "SIGTERM", 143, BUILD],
    ["go", "SIGINT", 130, BUILD],
  ] as const)("in %s by %s ends the step's program, and the next one repeats the step", async (...row) => {
    const [step, signal, code, repeated] = row;
    const message = expect.stringContaining("Set-up was interrupted");
    const { pid, ...outcome } = await interrupt(step, signal);
    expect(outcome).toMatchObject({ code, output: message });
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(cached()).toEqual([]);
    steps();
    expect((await sandbox.setUp()).code).toBe(0);
    expect(steps()).toEqual(repeated);
  });
});

test("other scripts get the project's Node, the CLI and the project's tools first in the PATH, after set-up", async () => {
  const script = 'import { projectEnv } from "./scripts/setup/paths.mjs"; console.log(projectEnv().PATH)';
  const printPath = () => sandbox.start(["--input-type=module", "--eval", script]).ended;
  expect((await printPath()).output).toContain("The project is not set up: run `npm run setup` first.");
  sandbox.addCli(sandbox.cache);
  await sandbox.setUp();
  const folders = (await printPath()).output.trim().split(path.delimiter);
  const modules = path.join(fs.realpathSync(sandbox.checkout), "node_modules");
  expect(path.relative(modules, folders[0] ?? "")).toMatch(/^node-[\w-]+.bin$/);
  expect(folders.slice(1)).toEqual([sandbox.cache, path.join(modules, ".bin"), sandbox.bin]);
});
