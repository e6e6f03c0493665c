import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import { describe, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { projectEnv, root, run } from "../support/command";
import { installWith, locked, pack } from "../support/packed-package";
import { ADMIN_KEY, changes, createRouter, NETWORK, OFFICE } from "../support/platform";
import type { Stack, StackOptions } from "../support/stack";

// The SDKs that Pulumi generates from the schema, and projects that use them.

const folder = join(root, "tests", "languages");

export const SCHEMA = join(root, "sdk", "plugin", "schema.json");

/** A program that the tests of a language need, and an argument with which it succeeds. */
const TOOLS = { go: "version", python3: "--version" };

/** Tests that need Go and Python. Without them they are skipped, and fail in CI. */
export function describeLanguages(what: string, define: () => void): void {
  const missing = Object.entries(TOOLS)
    .filter(([tool, argument]) => spawnSync(tool, [argument]).status !== 0)
    .map(([tool]) => tool);
  if (missing.length === 0) describe(what, define);
  else if (process.env.CI) throw new Error(`CI has no ${missing.join(" and no ")}, which these tests need.`);
  else test.skip(`${what}: skipped, because this machine has no ${missing.join(" and no ")}`, () => {});
}

/** Generates the SDKs, each in a folder of its language. */
export async function generateSdks(generator: "current" | "earlier", target: string): Promise<void> {
  const cwd = join(folder, "generators", generator);
  await run("go", ["run", ".", SCHEMA, target], { cwd, env: await projectEnv() });
}

/** What a program with all resources and functions needs: two accounts, and tasks that end at once. */
export const DEPLOYMENT: [SimulatorOptions, StackOptions] = [
  { adminKeys: [ADMIN_KEY], taskTime: 0 },
  { ownProcess: true, secrets: { resellerKey: ADMIN_KEY } },
];

/** Adds what the program reads, and configures it. */
export async function prepare(platform: Simulator, stack: Stack): Promise<void> {
  for (const id of [321, 322]) platform.certificates.add({ id, state: "failed" });
  platform.routers.add({ projectId: 1, regionId: 3, name: "core" });
  platform.streaming.addVideo({ id: 5001, subtitles: [{ language: "lb" }] });
  platform.streaming.addAiTasks([{ status: "FAILURE" }, { status: "SUCCESS" }]);
  platform.analytics.answer(() => ({ data: { traffic: [{ bytes: 1701 }] } }));
  await createRouter(platform, "by hand");
  const task = platform.tasks.all()[0]?.id ?? "";
  await stack.configure({
    config: { name: "edge", region: "2", threshold: "75", network: NETWORK, office: OFFICE, task },
  });
}

const RETRY = "POST /cdn/sslData/322/force-retry";

/** What the platform was asked to change, without what the functions send in each run. */
export const changesOf = (platform: Simulator) =>
  changes(platform).filter(([call]) => !call.endsWith("/query") && call !== RETRY);

/** How often the function that acts has acted. */
export const retriesOf = (platform: Simulator) => changes(platform).filter(([call]) => call === RETRY).length;

/** Turns a stack into a project in a language that uses the plugin of the package. */
export type UseLanguage = (stack: Stack, sdks: string) => Promise<void>;

/** Language hosts that set-up builds get no options of the runtime, so the environment has what they would say. */
const project = (runtime: string) => `name: demo
runtime: ${runtime}
plugins:
  providers:
    - name: cloudplatform
      path: node_modules/pulumi-cloudplatform/plugin
`;

const typescript = fs.readFileSync(join(folder, "typescript", "index.ts"), "utf8");

/** The program in TypeScript: with the classes of the package, and with the SDK, which has the same names. */
export const TYPESCRIPT = {
  classes: typescript,
  sdk: typescript.replace('"pulumi-cloudplatform"', '"pulumi-cloudplatform-sdk"'),
};

/** A project with the package and the SDK, which npm compiles, as `pulumi package add` installs it. */
export const useTypeScript: UseLanguage = async (stack, sdks) => {
  const sdk = join("sdks", "cloudplatform");
  fs.cpSync(join(sdks, "nodejs"), join(stack.folder, sdk), { recursive: true });
  fs.rmSync(join(stack.folder, "node_modules"));
  const packed = await pack(stack.folder);
  await installWith(stack, packed, locked("@pulumi/pulumi"), locked("typescript"), `./${sdk}`);
  stack.write("Pulumi.yaml", project("nodejs"));
  stack.write("index.ts", TYPESCRIPT.sdk);
};

/** A virtual environment with the SDK, as `pulumi package add` installs it. */
export const usePython: UseLanguage = async (stack, sdks) => {
  const options = { cwd: stack.folder, env: stack.env };
  const bin = join(sdks, "venv", "bin");
  await run("python3", ["-m", "venv", join(sdks, "venv")], options);
  const requirements = join(folder, "python", "requirements.txt");
  await run(join(bin, "pip"), ["install", "-q", "-r", requirements, join(sdks, "python")], options);
  stack.env.PATH = [bin, stack.env.PATH].join(delimiter);
  stack.write("Pulumi.yaml", project("python"));
  fs.copyFileSync(join(folder, "python", "__main__.py"), join(stack.folder, "__main__.py"));
};

/** A module that has the SDK in the place of the published one. Compiled here: each run of the stack then only links it. */
export const useGo: UseLanguage = async (stack, sdks) => {
  for (const file of ["go.mod", "go.sum", "main.go"])
    fs.copyFileSync(join(folder, "go", file), join(stack.folder, file));
  // Tests run the CLI without a garbage collector, which the compiler needs.
  delete stack.env.GOGC;
  const options = { cwd: stack.folder, env: stack.env };
  await run("go", ["mod", "edit", `-replace=pulumi-cloudplatform/sdk/go=${join(sdks, "go")}`], options);
  await run("go", ["build", "-o", devNull, "."], options);
  stack.write("Pulumi.yaml", project("go"));
};
