import { join } from "node:path";
import { foldersIn } from "../../sdk/src/resources/handlers";
import { root } from "./command";

/** The folders of all resources or functions: the register that all layers of tests read. */
export function foldersOf(kind: "resources" | "functions"): string[] {
  return foldersIn(join(root, "sdk", "src", kind));
}
