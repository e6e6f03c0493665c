import { join } from "node:path";
import { projectEnv, type Result, root, run } from "./command";
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
export async function createPackedStack(options: StackOptions): Promise<{ stack: Stack; packed: Packed }> {
  const env = { PULUMI_NODEJS_TRANSPILE_ONLY: "false", ...options.env };
  const stack = await Stack.create({ ...options, installs: true, env });
  return { stack, packed: await pack(stack.folder) };
}

/** Installs a packed package into a project, with the locked versions of its peers. */
export async function installPacked(stack: Stack, { filename }: Packed): Promise<void> {
  const locked = (name: string) => `${name}@${lockedVersion(name)}`;
  await npm(
    stack.folder,
    ...["install", `./${filename}`, locked("@pulumi/pulumi"), locked("typescript")],
    ...["--prefer-offline", "--no-audit", "--no-fund"],
  );
}

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

/** Runs the npm that runs the tests, if any, as set-up does. npm needs the modules that are lazy in Pulumi's processes. */
export async function npm(cwd: string, ...args: string[]): Promise<Result> {
  const { NODE_OPTIONS: _, ...env }: NodeJS.ProcessEnv = await projectEnv();
  const running = env.npm_execpath ?? "";
  return running.endsWith("npm-cli.js")
    ? run("node", [running, ...args], { cwd, env })
    : run("npm", args, { cwd, env });
}
