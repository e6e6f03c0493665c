import { createRequire } from "node:module";
import { join } from "node:path";
import { INSTALLATION } from "../../../errors/installation";
import { runError } from "./errors";

/** How Node was started: as for `process.argv`, and in which folder. */
interface Start {
  script: string | undefined;
  folder: string;
}

let isChecked = false;

/**
 * Without this check each resource fails with "Cannot find module". The provider process loads the package from the
 * folder of the program, but the program may have loaded it from a bundle or from the modules of another package.
 */
export function checkInstallation(start: Start = { script: process.argv[1], folder: process.cwd() }): void {
  if (isChecked) return;
  const { folder } = start;
  if (!isInstalled(start)) throw runError(INSTALLATION.notInstalled.error({ folder }));
  isChecked = true;
}

/**
 * Whether the provider process can load the package. Always true for a program that the CLI has not started, such as an
 * inline program of the Automation API: its provider process may start in another folder.
 */
export function isInstalled({ script = "", folder }: Start): boolean {
  if (!/@pulumi[\\/]pulumi[\\/]cmd[\\/]run(?![\w-])/.test(script)) return true;
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-cloudplatform/provider");
    return true;
  } catch {
    return false;
  }
}
