import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes an executable `pulumi` that prints a text for each of these subcommands. All others fail with `error` on the
 * standard error. On Windows it has the form of the npm package `pulumi`.
 */
export function fakeCli(
  folder: string,
  outputs: Record<string, string>,
  error = "",
  platform = process.platform,
): void {
  if (platform === "win32") writeLauncher(folder, outputs, error);
  else writeShellScript(folder, outputs, error);
}

function writeShellScript(folder: string, outputs: Record<string, string>, error: string): void {
  const cases = Object.entries(outputs).map(([name, text]) => `${name}) printf %s ${quoted(text)} ;;`);
  const script = [
    "#!/bin/sh",
    'case "$1" in',
    ...cases,
    `*) printf %s ${quoted(error)} >&2; exit 1 ;;`,
    "esac",
    "",
  ];
  writeFileSync(join(folder, "pulumi"), script.join("\n"));
  chmodSync(join(folder, "pulumi"), 0o755);
}

function writeLauncher(folder: string, outputs: Record<string, string>, error: string): void {
  const script = `
    const output = ${JSON.stringify(outputs)}[process.argv[2]];
    if (output === undefined) process.exitCode = 1;
    if (output === undefined) process.stderr.write(${JSON.stringify(error)});
    else process.stdout.write(output);`;
  const modules = join(folder, "node_modules", "pulumi");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, "run.js"), script);
  writeFileSync(join(folder, "pulumi.cmd"), "");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
