import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isObject, type JsonObject } from "../util/json";
import { parseYaml } from "./yaml";

/** A Pulumi project. */
export interface Project {
  name: string;
  /** The language of the program, such as `nodejs` or `yaml`. */
  runtime: string;
  /** The configuration that all its stacks have. */
  config: JsonObject;
  /** The folder of Pulumi.yaml. */
  folder: string;
  /** The folder of the program, where the provider process runs. */
  programFolder: string;
  /** The folder of the stack files. */
  stackFolder: string;
  /** Whether the program declares resources by configuration only. */
  isDeclarative: boolean;
}

/** The project of a folder: Pulumi uses the first Pulumi.yaml in the folder or above it. Throws if it is not YAML. */
export function findProject(folder: string): Project | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return readProject(file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

function readProject(file: string): Project {
  const content = parseYaml(readFileSync(file, "utf8"), file);
  const { config, ...others } = isObject(content) ? (content as JsonObject) : {};
  const text = (key: string) => (typeof others[key] === "string" ? others[key] : undefined);
  const folder = dirname(file);
  const main = resolve(folder, text("main") ?? ".");
  const isFile = /\.[cm]?[jt]s$/.test(main);
  const program = (isFile ? [main] : ["index.ts", "index.js"].map((name) => join(main, name))).find(
    existsSync,
  );
  const { runtime } = others;
  return {
    name: text("name") ?? "",
    folder,
    runtime: String((isObject(runtime) ? runtime.name : runtime) ?? "nodejs"),
    // The same key may have the folder of the stack files.
    config: isObject(config) ? (config as JsonObject) : {},
    programFolder: isFile ? dirname(main) : main,
    stackFolder: resolve(folder, text("stackConfigDir") ?? "."),
    isDeclarative:
      program !== undefined && readFileSync(program, "utf8").includes("pulumi-cloudplatform/stack"),
  };
}
