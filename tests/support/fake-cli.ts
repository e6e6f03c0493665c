import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes an executable `pulumi` that prints a text for each of these subcommands. All others fail with `error` on the
 * standard error.
 */
export function fakeCli(folder: string, outputs: Record<string, string>, error = ""): void {
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
