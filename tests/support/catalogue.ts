import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Definitions, SHARED_CHAPTERS } from "../../sdk/src/errors";
import { root } from "./command";

const source = join(root, "sdk", "src");

/** Every error and warning of the package: the shared ones, and those of each resource and function. */
export function definitions(): Array<Definitions[string]> {
  const shared = SHARED_CHAPTERS.map(({ entries }) => entries);
  return [...shared, ...errorsOf("resources"), ...errorsOf("functions")].flatMap(Object.values);
}

function errorsOf(kind: "resources" | "functions"): Definitions[] {
  return readdirSync(join(source, kind))
    .map((folder) => join(source, kind, folder, "errors.ts"))
    .filter((file) => existsSync(file))
    .map((file) => (require(file) as { ERRORS: Definitions }).ERRORS);
}

/** Stands for the facts of any error. */
export const ANY_FACTS = new Proxy({} as never, {
  get: (_, name) => (name === "refused" ? ANY_FACTS : `<${String(name)}>`),
});
