import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** How to start a program. */
export interface Program {
  command: string;
  /** The first arguments. */
  args: string[];
}

/**
 * How to start the Pulumi CLI of the `PATH`. On Windows, the npm package `pulumi` is on the `PATH` as a `.cmd` file. Only a shell
 * can start such a file, and a shell would interpret the arguments. So Node runs the script that the file names.
 */
export function pulumiProgram(env: NodeJS.ProcessEnv = process.env, platform = process.platform): Program {
  return (platform === "win32" && findOnWindows(env)) || { command: "pulumi", args: [] };
}

function findOnWindows(env: NodeJS.ProcessEnv): Program | undefined {
  for (const folder of foldersOf(env)) {
    const executable = join(folder, "pulumi.exe");
    if (existsSync(executable)) return { command: executable, args: [] };
    const script = existsSync(join(folder, "pulumi.cmd")) && scriptsOf(folder).find(existsSync);
    if (script) return { command: process.execPath, args: [script] };
  }
  return undefined;
}

/** Windows ignores the case of names of variables, and accepts folders in quotes. */
function foldersOf(env: NodeJS.ProcessEnv): string[] {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (env[name] ?? "").split(delimiter).map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  return folders.filter((folder) => folder !== "");
}

/** Where npm has installed the package: for a project, and with `--global`. */
function scriptsOf(folder: string): string[] {
  const modules = [dirname(folder), join(folder, "node_modules")];
  return modules.map((path) => join(path, "pulumi", "run.js"));
}
