import { expect, test } from "@jest/globals";
import { projectEnv, run } from "../support/command";
import { installWith, locked, PULUMI_TEMPLATE, usePackedProject } from "../support/packed-package";

// The types of the package in projects of users: with TypeScript 5, which `pulumi new typescript` installs, and
// TypeScript 6, without `skipLibCheck`.

const CONFIGS: Array<[typescript: "5" | "6", options: object]> = [
  ["5", PULUMI_TEMPLATE],
  ["5", { target: "es2020", module: "esnext", moduleResolution: "bundler" }],
  ["6", { target: "es2022", module: "nodenext", exactOptionalPropertyTypes: true }],
];

const PROGRAM = `
import { cloudplatformMocks } from "pulumi-cloudplatform/testing";
export const mocks = cloudplatformMocks();
const edge = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
export const routerId = edge.routerId;`;

const { stack } = usePackedProject(async (project, packed) => {
  const compilers = ["typescript@5", `typescript-6@npm:${locked("typescript")}`];
  await installWith(project, packed, locked("@pulumi/pulumi"), locked("@types/node"), ...compilers);
  project.program(PROGRAM);
});

test.each(CONFIGS)("TypeScript %s compiles a program with %j", async (typescript, options) => {
  const compilerOptions = { strict: true, noEmit: true, types: ["node"], ...options };
  stack.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
  const tsc = `node_modules/typescript${typescript === "5" ? "" : "-6"}/bin/tsc`;
  const { output } = await run("node", [tsc, "-p", "."], { cwd: stack.folder, env: await projectEnv() });
  expect(output).toBe("");
});
