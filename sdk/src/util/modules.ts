import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Loads the module with this name from each folder of a directory. The keys are the names of the folders. */
export function loadFrom<T>(directory: string, module: string): Map<string, T> {
  const folders = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(folders.map(({ name }) => [name, require(join(directory, name, module)) as T]));
}
