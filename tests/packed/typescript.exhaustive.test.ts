import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { projectEnv, run } from "../support/command";
import { lockedVersion } from "../support/lock-file";
import { createPackedStack, npm, PULUMI_TEMPLATE } from "../support/packed-package";
import { KEY, startPlatform } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// The types of the package in projects of users: with TypeScript 5, which `pulumi new typescript` installs, and
// TypeScript 6, without `skipLibCheck`.

const CONFIGS: Array<[typescript: "5" | "6", options: object]> = [
  ["5", PULUMI_TEMPLATE],
  ["5", { target: "es2020", module: "nodenext" }],
  ["5", { target: "es2020", module: "esnext", moduleResolution: "bundler" }],
  ["6", { target: "es2020", module: "commonjs" }],
  ["6", { target: "es2022", module: "nodenext", exactOptionalPropertyTypes: true }],
  ["6", { target: "esnext", module: "preserve" }],
];

const PROGRAM = `
import { cloudplatformMocks } from "pulumi-cloudplatform/testing";
export * from "pulumi-cloudplatform/stack";
export const mocks = cloudplatformMocks();
const edge = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
export const routerId = edge.routerId;`;

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  const project = await createPackedStack({
    config: { "cloudplatform:baseUrl": platform.url },
    secrets: { "cloudplatform:apiKey": KEY },
  });
  stack = project.stack;
  const { filename } = project.packed;
  await npm(
    stack.folder,
    ...["install", `./${filename}`, `@pulumi/pulumi@${lockedVersion("@pulumi/pulumi")}`],
    ...["typescript@5", `typescript-6@npm:typescript@${lockedVersion("typescript")}`],
    ...[`@types/node@${lockedVersion("@types/node")}`, "--prefer-offline", "--no-audit", "--no-fund"],
  );
  stack.program(PROGRAM);
}, 300_000);

afterAll(async () => {
  await platform?.close();
  stack?.remove();
});

function writeConfig(options: object): void {
  const compilerOptions = { strict: true, noEmit: true, types: ["node"], ...options };
  stack.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
}

test.each(CONFIGS)("TypeScript %s compiles a program with %j", async (typescript, options) => {
  writeConfig(options);
  const tsc = `node_modules/typescript${typescript === "5" ? "" : "-6"}/bin/tsc`;
  const { output } = await run("node", [tsc, "-p", "."], { cwd: stack.folder, env: await projectEnv() });
  expect(output).toBe("");
});

test("`pulumi preview` runs a program in a project of `pulumi new typescript`", async () => {
  writeConfig({ ...PULUMI_TEMPLATE, noEmit: false, outDir: "bin" });
  stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });');
  expect(counts(await stack.preview())).toEqual({ "to create": 2 });
});
