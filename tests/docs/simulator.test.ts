import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";

test("the simulator's README has the options that the command parses", async () => {
  const generator = pathToFileURL(join(root, "scripts", "docs", "simulator.mjs")).href;
  const script = `import(${JSON.stringify(generator)}).then(({ simulatorReadme }) => process.stdout.write(simulatorReadme()))`;
  const { stdout } = await run("node", ["-e", script], { cwd: root, env: await projectEnv() });
  expect(readFileSync(join(root, "simulator", "README.md"), "utf8")).toBe(stdout);
});
