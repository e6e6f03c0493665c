import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version: string }>;
};

/** The version in the lock file. `folder` is that of a workspace, which may have a version of its own. */
export function lockedVersion(name: string, folder = ""): string {
  const found = packages[join(folder, "node_modules", name)] ?? packages[join("node_modules", name)];
  if (found === undefined) throw new Error(`package-lock.json does not have ${name}.`);
  return found.version;
}
