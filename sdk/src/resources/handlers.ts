import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyResource } from "../lifecycle/resource";
import { pascalCase } from "../util/camel";

/** Loads the handler of each resource, by its type: the name of the folder in PascalCase. Each folder of resources/ has one. */
export function handlerLoaders(): Map<string, () => AnyResource> {
  return new Map(foldersIn(__dirname).map((folder) => [pascalCase(folder), () => loadHandler(folder)]));
}

/** The handlers of all resources. */
export function loadHandlers(): AnyResource[] {
  return [...handlerLoaders().values()].map((load) => load());
}

function loadHandler(folder: string): AnyResource {
  const { handler } = require(join(__dirname, folder, "handler")) as { handler: AnyResource };
  return handler;
}

/** The names of the folders of a directory. */
export function foldersIn(directory: string): string[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
