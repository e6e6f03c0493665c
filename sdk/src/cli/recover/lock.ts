import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseJson } from "../../util/json";
import { printableName } from "../../util/text";

interface Lock {
  pid?: number;
  username?: string;
  hostname?: string;
  timestamp?: string;
}

/** Who holds the lock of a stack whose state is in files. Other backends name the owner of a lock only in a run. */
export function lockText(backend: string, qualifiedName: string): string | undefined {
  const [lock] = backend.startsWith("file:") ? locksIn(backend, qualifiedName) : [];
  if (lock === undefined) return undefined;
  const { pid, username = "", hostname = "", timestamp = "" } = lock;
  const owner = printableName(`${username}@${hostname}`);
  return `The stack is locked: process ${pid} of ${owner} has the lock since ${printableName(timestamp)}. If that run is dead: pulumi cancel`;
}

function locksIn(backend: string, qualifiedName: string): Lock[] {
  try {
    const folder = join(fileURLToPath(new URL(backend.replace(/\?.*$/, ""))), ".pulumi/locks", qualifiedName);
    return readdirSync(folder).map((file) => parseJson(readFileSync(join(folder, file), "utf8")) as Lock);
  } catch {
    return [];
  }
}
