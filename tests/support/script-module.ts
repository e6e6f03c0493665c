import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectEnv, root, run } from "./command";

/** Calls a function of a module in scripts/ in a process of its own: these are ES modules, which jest cannot load. */
export async function callScript<T = string>(script: string, name: string, ...args: unknown[]): Promise<T> {
  const module = pathToFileURL(join(root, "scripts", script)).href;
  const code =
    `const { ${name} } = await import(${JSON.stringify(module)});` +
    `process.stdout.write(JSON.stringify((await ${name}(...${JSON.stringify(args)})) ?? null));`;
  // npm needs the modules that are lazy in Pulumi's processes.
  const { NODE_OPTIONS: _, ...env } = await projectEnv();
  const { stdout } = await run("node", ["--input-type=module", "-e", code], { cwd: root, env });
  return JSON.parse(stdout);
}
