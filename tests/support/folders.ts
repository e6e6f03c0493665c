import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** The folders of all resources or functions: the register that all layers of tests read. */
export function foldersOf(kind: "resources" | "functions"): string[] {
  return readdirSync(join(root, "sdk", "src", kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
