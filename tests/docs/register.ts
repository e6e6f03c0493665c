import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/command";

/** The files of a folder and its subfolders that end with the given text. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .sort();
}
