import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectEnv, root, run } from "../support/command";

/** What a function of a generator in scripts/docs returns. */
export async function generated(script: string, name: string): Promise<string> {
  const file = pathToFileURL(join(root, "scripts", "docs", script)).href;
  const code = `import(${JSON.stringify(file)}).then((generator) => process.stdout.write(generator.${name}()))`;
  return (await run("node", ["-e", code], { cwd: root, env: await projectEnv() })).stdout;
}
