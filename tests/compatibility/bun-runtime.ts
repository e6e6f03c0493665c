import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { bun } from "./install";

const HOST = "pulumi-language-bun";

/**
 * The folders for the `PATH` with Bun and with Pulumi's language host for Bun, which starts that for Node with `-runtime bun`. A CLI
 * that was built from Go modules has no host for Bun, and one for Node that does not know this option. Then a script
 * starts the host for Node, for which Bun is called `node`, and the compiler is off, as with the option.
 */
export function bunFolders(path: string, folder: string): string[] {
  const own = dirname(bun);
  if (path.split(delimiter).some((each) => existsSync(join(each, HOST)))) return [own];
  const [host, runtime] = [join(folder, "bun-host"), join(folder, "bun-as-node")];
  writeScript(join(runtime, "node"), `exec "${bun}" "$@"`);
  const start = `exec pulumi-language-nodejs -typescript=false "$@"`;
  writeScript(join(host, HOST), `PATH="${runtime}${delimiter}$PATH" ${start}`);
  return [own, host];
}

function writeScript(file: string, command: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${command}\n`);
  chmodSync(file, 0o755);
}
