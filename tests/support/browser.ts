import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Commands of the browsers that tests can drive. */
const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/** The browser of this machine: BROWSER_PATH, or one on the PATH. */
export function browserPath(): string | undefined {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
