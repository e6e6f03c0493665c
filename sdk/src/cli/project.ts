import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** A Pulumi project. */
interface Project {
  /** The language of the program, such as `nodejs` or `yaml`. */
  runtime: string;
  /** The folder of Pulumi.yaml. */
  folder: string;
  /** The folder of the program, where the provider process runs. */
  programFolder: string;
}

/** The project of a folder: Pulumi uses the first Pulumi.yaml in the folder or above it. */
export function findProject(folder: string): Project | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);
  if (file !== undefined) return readProject(file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
}

/** Keys of a project are at the beginning of lines, so that two of them need no parser of YAML. */
function readProject(file: string): Project {
  const text = readFileSync(file, "utf8");
  const folder = dirname(file);
  const main = resolve(folder, MAIN.exec(text)?.[2] ?? ".");
  const isFile = /\.[cm]?[jt]s$/.test(main);
  return {
    runtime: RUNTIME.exec(text)?.[1] ?? "nodejs",
    folder,
    programFolder: isFile ? dirname(main) : main,
  };
}

const MAIN = /^["']?main["']?:[ \t]+(["']?)(.+?)\1(?:[ \t]+#.*)?[ \t]*\r?$/m;
/** The name of the language, or an object that begins with the name. */
const RUNTIME = /^["']?runtime["']?:\s*(?:\{\s*)?(?:["']?name["']?:\s*)?["']?(\w+)/m;
