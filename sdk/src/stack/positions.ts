import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import type { Position } from "../pulumi/internals/constructor-stacks";
import { join } from "./template";

/** Where the entries of the stack file are, for the positions in the state. Empty with a stack file in an unusual place. */
export function positionsInStackFile(kinds: readonly string[]): ReadonlyMap<string, Position> {
  try {
    const file = stackFile(process.cwd());
    return positionsIn(readFileSync(file, "utf8"), pathToFileURL(file).href, kinds);
  } catch {
    return new Map();
  }
}

/** The stack file is beside Pulumi.yaml: in the folder of the program, or in one above. Programs do not know which. */
function stackFile(folder: string): string {
  const file = resolve(folder, `Pulumi.${pulumi.getStack()}.yaml`);
  const above = dirname(folder);
  return existsSync(file) || above === folder ? file : stackFile(above);
}

/**
 * The positions of entries by their places. They are known in the style in which the CLI writes stack files: each key on
 * a line of its own.
 */
export function positionsIn(
  text: string,
  uri: string,
  kinds: readonly string[],
): ReadonlyMap<string, Position> {
  const positions = new Map<string, Position>();
  let section: { name: string; indent: number; ofEntries?: number } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, spaces = "", , key] = /^( *)(["']?)([^\s"'#][^"'#]*?)\2:(?:\s|$)/.exec(line) ?? [];
    if (key === undefined) continue;
    const indent = spaces.length;
    if (section && indent > section.indent) {
      section.ofEntries ??= indent;
      const isEntry = indent === section.ofEntries;
      if (isEntry) positions.set(join(section.name, key), { uri, line: index + 1, column: indent + 1 });
    } else {
      const name = key.slice(key.lastIndexOf(":") + 1);
      section = kinds.includes(name) ? { name, indent } : undefined;
    }
  }
  return positions;
}
