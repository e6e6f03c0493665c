import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectEnv, root, run } from "./command";

/** Calls a function of a module in scripts/ in a process of its own: these are ES modules, which jest cannot load. */
export async function callScript<T = string>(script: string, name: string, ...args: unknown[]): Promise<T> {
  const module = pathToFileURL(join(root, "scripts", script)).href;
  const code =
    `const { ${name} } = await import(${JSON.stringify(module)});` +
    `process.stdout.write(JSON.stringify((await ${name}(...${JSON.stringify(args)})) ?? null));`;
  const options = { cwd: root, env: await projectEnv() };
  return JSON.parse((await run("node", ["--input-type=module", "-e", code], options)).stdout);
}
