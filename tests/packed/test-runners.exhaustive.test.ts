import { expect, test } from "@jest/globals";
import { projectEnv, run } from "../support/command";
import { installWith, locked, usePackedProject } from "../support/packed-package";

// The tests of docs/testing.md in the test runners of users: valid values, and inputs and arguments that are refused.

const TESTS = `
beforeEach(() => pulumi.runtime.setMocks(cloudplatformMocks()));

test("a router has a name", async () => {
  const router = new cloudplatform.Router("edge", { projectId: 1234, regionId: 76, name: "edge-router" });
  equal(await promiseOf(router.name), "edge-router");
});

test("inputs are refused", async () => {
  const failures = await failuresOf(() => new cloudplatform.Router("edge", { projectId: 0, regionId: 76 }));
  equal(failures.join(), 'Router "edge": projectId must be the number of a project: 1 or more');
});

test("arguments are refused", async () => {
  const failures = await failuresOf(() => cloudplatform.getTaskOutput({ taskId: "" }));
  equal(failures.length, 1);
});

test("the mocks are used again", async () => {
  const router = new cloudplatform.Router("last", { projectId: 1234, regionId: 76 });
  equal(typeof (await promiseOf(router.id)), "string");
});
`;

const IMPORTS = `
import { equal } from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "pulumi-cloudplatform";
import { cloudplatformMocks, failuresOf, promiseOf } from "pulumi-cloudplatform/testing";
`;

const SWC = '["@swc/jest", { jsc: { parser: { syntax: "typescript" } } }]';

const { stack } = usePackedProject(async (project, packed) => {
  const others = ["@pulumi/pulumi", "typescript", "jest", "@jest/globals", "@swc/core", "@swc/jest"];
  await installWith(project, packed, "vitest@4", ...others.map(locked));
  project.write("jest.config.js", `module.exports = { transform: { "^.+\\\\.ts$": ${SWC} } };`);
});

test.each([
  ["jest", ["node_modules/jest/bin/jest.js"], "@jest/globals", "Tests:       4 passed, 4 total"],
  ["vitest", ["node_modules/vitest/vitest.mjs", "run"], "vitest", "Tests  4 passed (4)"],
  ["node:test", ["--test"], "node:test", "pass 4"],
])("%s runs the tests, and ends with success", async (runner, args, module, summary) => {
  const file = runner === "node:test" ? "node.mts" : `${runner}.test.ts`;
  stack.write(file, `import { beforeEach, test } from "${module}";${IMPORTS}${TESTS}`);
  const env = { ...(await projectEnv()), NO_COLOR: "1", FORCE_COLOR: "0" };
  const { code, output } = await run("node", [...args, file], { cwd: stack.folder, env });
  expect([code, output]).toEqual([0, expect.stringContaining(summary)]);
});
