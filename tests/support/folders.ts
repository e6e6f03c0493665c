import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command";

/** The folders of all resources or functions: the register that all layers of tests read. */
export function foldersOf(kind: "resources" | "functions"): string[] {
  const entries = readdirSync(join(root, "sdk", "src", kind), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The fixture `tests/unit/<kind>/<folder>/<name>.ts`, which a test must have. */
export function fixtureOf<T>(kind: "resources" | "functions", folder: string, name = "fixture"): T {
  const file = join("tests", "unit", kind, folder, `${name}.ts`);
  if (!existsSync(join(root, file))) throw new Error(`sdk/src/${kind}/${folder} has no tests: add ${file}.`);
  return require(join(root, file));
}

/** The handler of a resource or function. */
export function handlerOf<T>(kind: "resources" | "functions", folder: string): T {
  return require(join(root, "sdk", "src", kind, folder, "handler")).handler;
}
