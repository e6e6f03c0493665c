import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A Pulumi project. */
export interface Project {
  name: string;
  /** The folder of the program, where the provider process runs. */
  programFolder: string;
  /** The folder of the stack files. */
  stackFolder: string;
  /** Whether the program declares resources by configuration only. */
  isDeclarative: boolean;
}

/** The project of a folder: Pulumi uses the first Pulumi.yaml in the folder or above it. */
export function findProject(folder: string): Project | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return readProject(file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

function readProject(file: string): Project {
  const text = readFileSync(file, "utf8");
  const folder = dirname(file);
  const main = resolve(folder, scalar(text, "main") ?? ".");
  const isFile = /\.[cm]?[jt]s$/.test(main);
  const program = (isFile ? [main] : ["index.ts", "index.js"].map((name) => join(main, name))).find(
    existsSync,
  );
  return {
    name: scalar(text, "name") ?? "",
    programFolder: isFile ? dirname(main) : main,
    stackFolder: resolve(folder, scalar(text, "stackConfigDir") ?? "."),
    isDeclarative:
      program !== undefined && readFileSync(program, "utf8").includes("pulumi-cloudplatform/stack"),
  };
}

/** The value of a top-level key of the YAML file. The keys that this command needs are plain texts. */
function scalar(text: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]*(.+?)[ \\t]*(?:#.*)?$`, "m").exec(text)?.[1];
  return value?.replace(/^(["'])(.*)\1$/, "$2");
}
