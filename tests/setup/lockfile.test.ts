import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: true;
  optionalDependencies?: Record<string, string>;
}

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  fs.readFileSync(path.join(root, "package-lock.json"), "utf8"),
);
const entries = Object.entries(packages);

/** Resolves like Node: in the folder itself, then in its parents. */
function isLocked(name: string, from: string): boolean {
  const above = from.split("/node_modules/").map((_, i, parts) => parts.slice(0, parts.length - i));
  const folders = [...above.map((parts) => parts.join("/node_modules/")), ""];
  return folders.some((folder) => path.posix.join(folder, "node_modules", name) in packages);
}

// npm omits packages that the registry does not serve, without a warning. In that case use an older version of the
// dependency that the registry serves for every platform.
test("package-lock.json has the packages for all platforms, because `npm ci` rejects it otherwise", () => {
  const missing = entries.flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(name, folder)),
  );
  expect(missing).toEqual([]);
});

test("package-lock.json has the integrity of every package, and no registry", () => {
  const installed = entries.filter(([folder, { link }]) => /(^|\/)node_modules\//.test(folder) && !link);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("npm runs no install scripts, which would install packages that are not in package-lock.json", () => {
  const get = ["config", "get", "ignore-scripts"];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_config_"));
  const options = { cwd: root, env: Object.fromEntries(own), encoding: "utf8" } as const;
  expect(execFileSync("npm", get, { ...options, stdio: ["ignore", "pipe", "ignore"] }).trim()).toBe("true");
});
