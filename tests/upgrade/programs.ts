import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/command";
import type { Resource } from "../support/resource-fixtures";
import type { Stack } from "../support/stack";

/** Writes the program that consists of the `upgrade-program.ts` of these resources. */
export function writeProgram(stack: Stack, resources: Resource[]): void {
  stack.write("common.ts", readFileSync(join(__dirname, "common.ts"), "utf8"));
  for (const { folder } of resources) {
    const program = join(root, "tests", "unit", "resources", folder, "upgrade-program.ts");
    stack.write(`${folder}.ts`, readFileSync(program, "utf8").replace("../../../upgrade/common", "./common"));
  }
  stack.write("index.ts", resources.map(({ folder }) => `import "./${folder}";\n`).join(""));
}
