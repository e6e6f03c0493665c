import { homedir } from "node:os";
import { join } from "node:path";

/** A folder of this package in Pulumi's own. */
export function folderOf(name: string): string {
  return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "cloudplatform", name);
}

/** Files here are a help: what cannot be read or written is done without. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
