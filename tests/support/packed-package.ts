import { join } from "node:path";
import { beforeAll } from "@jest/globals";
import type { SimulatorOptions } from "../../simulator/src";
import { projectEnv, type Result, root, run } from "./command";
import { type Deployment, useDeployment } from "./deployment";
import { later } from "./later";
import { lockedVersion } from "./lock-file";
import { Stack, type StackOptions } from "./stack";

/** The packed package, as `npm publish` would upload it. */
export interface Packed {
  filename: string;
  size: number;
  files: Array<{ path: string }>;
}

/** The compiler options of `pulumi new typescript`. */
export const PULUMI_TEMPLATE = {
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  strict: true,
};

/** A project that installs the packed package, whose program is checked for its types as it is for users. */
const PACKED: StackOptions = { installs: true, env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" } };

export async function createPackedStack(options: StackOptions): Promise<{ stack: Stack; packed: Packed }> {
  const stack = await Stack.create({ ...PACKED, ...options });
  return { stack, packed: await pack(stack.folder) };
}

/** The same with a platform, for all tests of a file. */
export function usePackedProject(
  install: (stack: Stack, packed: Packed) => Promise<void>,
  options: SimulatorOptions = {},
): Deployment & { packed: Packed } {
  const { platform, stack } = useDeployment(options, PACKED);
  let packed: Packed | undefined;
  beforeAll(async () => {
    packed = await pack(stack.folder);
    await install(stack, packed);
  }, 300_000);
  return { platform, stack, packed: later(() => packed) };
}

/** Installs a packed package and others into a project. */
export async function installWith(stack: Stack, { filename }: Packed, ...packages: string[]): Promise<void> {
  // The npm that runs the tests passes on the setting of this repository, which users do not have.
  const options = ["--ignore-scripts=false", "--prefer-offline", "--no-audit", "--no-fund"];
  await npm(stack.folder, "install", `./${filename}`, ...packages, ...options);
}

/** A package with the version of the lock file. */
export const locked = (name: string) => `${name}@${lockedVersion(name)}`;

/** Packs a package of this repository into a folder. */
export async function pack(folder: string, workspace: "sdk" | "simulator" = "sdk"): Promise<Packed> {
  // The .npmrc of this repository turns `prepack` off. The compiled files are there already.
  await run("node", [join("scripts", "release", "docs.mjs")], { cwd: root, env: await projectEnv() });
  const { stdout } = await npm(
    root,
    ...["pack", `--workspace=${workspace}`, "--json", `--pack-destination=${folder}`],
  );
  // Some versions of npm print a list, others an object with the names as keys.
  const [one] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return one as Packed;
}

/** Runs the npm that runs the tests, if any, as set-up does. */
export async function npm(cwd: string, ...args: string[]): Promise<Result> {
  const env = await projectEnv();
  const running = env.npm_execpath ?? "";
  return running.endsWith("npm-cli.js")
    ? run("node", [running, ...args], { cwd, env })
    : run("npm", args, { cwd, env });
}
