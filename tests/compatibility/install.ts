import { createRequire } from "node:module";
import { projectEnv, run } from "../support/command";
import { npm } from "../support/packed-package";
import type { Manager } from "./combinations";

// Each package manager installs the packages that the package.json of a folder names.

/** By default Yarn writes no lock file in CI. */
const YARN_SETTINGS = {
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  YARN_ENABLE_SCRIPTS: "false",
  YARN_ENABLE_TELEMETRY: "false",
};

const INSTALL: Record<Manager, (folder: string) => Promise<unknown>> = {
  npm: (folder) => npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund"),
  // pnpm fails if a package has a script that the project neither allows nor ignores.
  pnpm: (folder) =>
    tool(folder, ["pnpm", "install", "--prefer-offline", "--no-frozen-lockfile", "--ignore-scripts"]),
  yarn: (folder) => yarn(folder, "node-modules"),
  "plug'n'play": (folder) => yarn(folder, "pnp"),
  bun: (folder) => tool(folder, [bun, "install"]),
};

export function install(manager: Manager, folder: string): Promise<unknown> {
  return INSTALL[manager](folder);
}

/** Yarn does not read the settings of npm. */
async function yarn(folder: string, linker: string): Promise<void> {
  const { stdout } = await npm(folder, "config", "get", "registry");
  await tool(folder, ["yarn", "install"], {
    ...YARN_SETTINGS,
    YARN_NODE_LINKER: linker,
    YARN_NPM_REGISTRY_SERVER: stdout.trim(),
  });
}

/** Runs a program of the repository's modules. */
export async function tool(
  folder: string,
  [program = "", ...args]: string[],
  settings: Record<string, string> = {},
): Promise<void> {
  await run(program, args, { cwd: folder, env: { ...(await projectEnv()), ...settings } });
}

const ARCH = process.arch === "arm64" ? "aarch64" : process.arch;
const [SYSTEM, EXTENSION] = process.platform === "win32" ? ["windows", ".exe"] : [process.platform, ""];

/** The package `bun` copies this file to its place with a script, and the repository runs no scripts of packages. */
export const bun = createRequire(__filename).resolve(`@oven/bun-${SYSTEM}-${ARCH}/bin/bun${EXTENSION}`);
