import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ErrorDefinition, RequestErrorDefinition } from "../../sdk/src/errors/definition";
import { root } from "./command";

export type Definition = ErrorDefinition<never> | RequestErrorDefinition;
type Definitions = Record<string, Definition>;

const source = join(root, "sdk", "src");

/** Every error and warning of the package: the shared ones, and those of each resource and function. */
export function definitions(): Definition[] {
  const chapters: Array<{ module: string }> = require(join(root, "scripts", "docs", "error-chapters.json"));
  const shared = chapters.map(({ module }) => definitionsIn(join(source, `${module}.ts`)));
  return [...shared, ...ownErrors("resources"), ...ownErrors("functions")].flatMap(Object.values);
}

/** The definitions are the only object that a module exports. */
function definitionsIn(file: string): Definitions {
  const exported = Object.values(require(file) as Record<string, unknown>);
  return exported.find((each) => typeof each === "object") as Definitions;
}

/** The errors of each resource or function that has errors of its own. */
function ownErrors(kind: "resources" | "functions"): Definitions[] {
  return readdirSync(join(source, kind))
    .map((folder) => join(source, kind, folder, "errors.ts"))
    .filter((file) => existsSync(file))
    .map(definitionsIn);
}

/** Stands for the facts of any error. */
export const ANY_FACTS = new Proxy({} as never, {
  get: (_, name) => `<${String(name)}>`,
});
