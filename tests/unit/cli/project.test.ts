import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { findProject } from "../../../sdk/src/cli/project";
import { useTemporaryFolder } from "../../support/temporary-folder";

const temporary = useTemporaryFolder();

const write = (file: string, text: string) => writeFileSync(join(temporary.path, file), text);

test("the project is in the folder or above it", () => {
  write("Pulumi.yaml", "name: demo\nruntime: nodejs\n");
  mkdirSync(join(temporary.path, "a/b"), { recursive: true });
  const folder = temporary.path;
  const project = {
    name: "demo",
    runtime: "nodejs",
    config: {},
    programFolder: folder,
    stackFolder: folder,
    isDeclarative: false,
    folder,
  };
  expect(findProject(folder)).toEqual(project);
  expect(findProject(join(folder, "a/b"))).toEqual(project);
});

test.each([
  ["main: app", "app"],
  ["main: 'app/index.ts' # the program", "app"],
  ['"main":   "./app/"', "app"],
  ["description: |\n  main: x", ""],
  ["other: &app app\nmain: *app", "app"],
])("the program folder of %j", (line, expected) => {
  write("Pulumi.yml", `name: "demo"\n${line}\n`);
  expect(findProject(temporary.path)).toMatchObject({
    name: "demo",
    programFolder: join(temporary.path, expected),
  });
});

test("the folder of the stack files", () => {
  write("Pulumi.yaml", "name: demo\nstackConfigDir: stacks\n");
  expect(findProject(temporary.path)?.stackFolder).toBe(join(temporary.path, "stacks"));
});

test.each([
  ["config: { size: 5, 'aws:region': { value: x } }", { size: 5, "aws:region": { value: "x" } }],
  ["config: ./stacks", {}],
])("the configuration of all stacks: %s", (line, config) => {
  write("Pulumi.yaml", `name: demo\n${line}\n`);
  expect(findProject(temporary.path)?.config).toEqual(config);
});

test.each([
  ["index.ts", 'export * from "pulumi-cloudplatform/stack";', true],
  ["index.js", 'module.exports = require("pulumi-cloudplatform/stack");', true],
  ["index.ts", 'import * as cloudplatform from "pulumi-cloudplatform";', false],
])("whether %s is declarative: %s", (file, text, expected) => {
  write("Pulumi.yaml", "name: demo\n");
  write(file, text);
  expect(findProject(temporary.path)?.isDeclarative).toBe(expected);
});
