import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** The version of the CLI that a Go module in scripts/cli pins. */
function pinned(module: string): string {
  const text = readFileSync(join(root, "scripts", "cli", module, "go.mod"), "utf8");
  const version = /^require github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)$/m.exec(text)?.[1];
  if (version === undefined) throw new Error(`scripts/cli/${module}/go.mod requires no CLI.`);
  return version;
}

export const NEWEST_CLI = pinned("pulumi");
export const OLDEST_CLI = pinned("pulumi-oldest");
