import { PULUMI_TEMPLATE } from "../support/packed-package";
import type { Combination } from "./combinations";

// One program in each form: a router, a router that uses an output of the first one, and a function.

const IMPORTS = `import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";`;

const REQUIRES = `const pulumi = require("@pulumi/pulumi");
const cloudplatform = require("pulumi-cloudplatform");`;

const DECLARATIONS = `
const place = { projectId: 1, regionId: 2 };
const edge = new cloudplatform.Router("edge", { ...place, name: "edge-router" });
new cloudplatform.Router("branch", { ...place, name: pulumi.interpolate\`branch-of-\${edge.routerId}\` });
const outputs = {
  routerId: edge.routerId,
  found: cloudplatform.getRouterOutput({ ...place, routerId: edge.routerId }).name,
  runtime: process.versions.bun ? \`bun \${process.versions.bun}\` : process.version,
};`;

const EXPORTS = "export const { routerId, found, runtime } = outputs;";

/** Its argument is a method of the stack, such as `up`. */
const AUTOMATION = `${IMPORTS}
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";

const program = async () => {${DECLARATIONS.replaceAll("\n", "\n  ")}
  return outputs;
};
const [method, ...options] = process.argv.slice(2);
const stack = await LocalWorkspace.selectStack(
  { stackName: "dev", projectName: "demo", program },
  { workDir: process.cwd() },
);
await stack[method]({ onOutput: console.log, expectNoChanges: options.includes("--expect-no-changes") });`;

/** The files of the program by their names. */
export function programFiles(combination: Combination): Record<string, string> {
  const { automation, language, modules, compilerOptions } = combination;
  if (automation) return { "automation.mjs": AUTOMATION };
  if (language === "TypeScript")
    return {
      "index.ts": [IMPORTS, DECLARATIONS, EXPORTS].join("\n"),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...PULUMI_TEMPLATE, outDir: "bin", ...compilerOptions },
        files: ["index.ts"],
      }),
    };
  return {
    "index.js":
      modules === "CommonJS"
        ? [REQUIRES, DECLARATIONS, "module.exports = outputs;"].join("\n")
        : [IMPORTS, DECLARATIONS, EXPORTS].join("\n"),
  };
}
