import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";

const root = path.resolve(__dirname, "../..");

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: true;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Entry>;
};
const entries = Object.entries(packages);
/** All packages except the root, the workspaces and the links to them. */
const installed = entries.filter(([folder, { link }]) => /(^|\/)node_modules\//.test(folder) && !link);

/** Resolves like Node: in the folder itself, then in its parents. */
function isLocked(name: string, from: string): boolean {
  const above = from.split("/node_modules/").map((_, i, parts) => parts.slice(0, parts.length - i));
  const folders = [...above.map((parts) => parts.join("/node_modules/")), ""];
  return folders.some((folder) => path.posix.join(folder, "node_modules", name) in packages);
}

// npm omits packages that the registry does not serve, without a warning. In that case use an older version of the
// dependency that the registry serves for every platform.
describe("package-lock.json", () => {
  test("has the packages for all platforms, because `npm ci` rejects it otherwise", () => {
    const missing = entries.flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, folder)),
    );
    expect(missing).toEqual([]);
  });

  test("has the integrity of every package", () => {
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  test("contains no registry", () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test("has the project's own Node for the common platforms", () => {
    const names = Object.keys(packages[""]?.optionalDependencies ?? {});
    const platforms = names.map((name) => packages[`node_modules/${name}`]);
    expect(platforms.map((entry) => `${entry?.os} ${entry?.cpu} ${entry?.version?.split(".")[0]}`)).toEqual([
      "darwin arm64 24",
      "darwin x64 24",
      "linux arm64 24",
      "linux x64 24",
      "win32 x64 24",
    ]);
  });
});

test("npm runs no install scripts, which would install packages that are not in package-lock.json", () => {
  const get = ["config", "get", "ignore-scripts"];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_config_"));
  const options = { cwd: root, env: Object.fromEntries(own), encoding: "utf8" } as const;
  expect(execFileSync("npm", get, { ...options, stdio: ["ignore", "pipe", "ignore"] }).trim()).toBe("true");
});
