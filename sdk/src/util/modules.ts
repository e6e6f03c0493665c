import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Loads the module with this name from each folder of a directory. The keys are the names of the folders. */
export function loadFrom<T>(directory: string, module: string): Map<string, T> {
  return new Map(foldersIn(directory).map((name) => [name, require(join(directory, name, module)) as T]));
}

/** The names of the folders of a directory. */
export function foldersIn(directory: string): string[] {
  const entries = readdirSync(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
