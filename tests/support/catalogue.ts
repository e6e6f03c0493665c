import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ErrorDefinition, RequestErrorDefinition } from "../../sdk/src/errors/definition";
import { root } from "./command";

export type Definition = ErrorDefinition<never> | RequestErrorDefinition;

const source = join(root, "sdk", "src");

/** Every error and warning of the package: the shared ones, and those of each resource and function. */
export function definitions(): Definition[] {
  const chapters: Array<{ module: string }> = require(join(root, "scripts", "docs", "error-chapters.json"));
  const shared = chapters.map(({ module }) => join(source, `${module}.ts`));
  return [...shared, ...filesOf("resources"), ...filesOf("functions")].flatMap(definitionsIn);
}

function filesOf(kind: "resources" | "functions"): string[] {
  const files = readdirSync(join(source, kind)).map((folder) => join(source, kind, folder, "errors.ts"));
  return files.filter((file) => existsSync(file));
}

/** The definitions are the only object that a module exports. */
function definitionsIn(file: string): Definition[] {
  const exported = Object.values(require(file) as Record<string, unknown>);
  return Object.values(exported.find((each) => typeof each === "object") as Record<string, Definition>);
}

/** Stands for the facts of any error. */
export const ANY_FACTS = new Proxy({} as never, {
  get: (_, name) => (name === "refused" ? ANY_FACTS : `<${String(name)}>`),
});
