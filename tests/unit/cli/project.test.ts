import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { findProject } from "../../../sdk/src/cli/project";
import { temporaryFolder } from "../../support/temporary-folder";

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;

beforeEach(() => {
  temporary = temporaryFolder();
  folder = temporary.path;
});
afterEach(() => temporary.remove());

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

test("the project is in the folder or above it", () => {
  write("Pulumi.yaml", "name: demo\nruntime: nodejs\n");
  mkdirSync(join(folder, "a/b"), { recursive: true });
  const project = { name: "demo", programFolder: folder, isDeclarative: false };
  expect(findProject(folder)).toEqual(project);
  expect(findProject(join(folder, "a/b"))).toEqual(project);
});

test.each([
  ["main: app", "app"],
  ["main: 'app/index.ts' # the program", "app"],
  ['"main": unread\nmain:   "./app/"', "app"],
  ["description: main: x", ""],
])("the program folder of %j", (line, expected) => {
  write("Pulumi.yml", `name: "demo"\n${line}\n`);
  expect(findProject(folder)).toMatchObject({ name: "demo", programFolder: join(folder, expected) });
});

test.each([
  ["index.ts", 'export * from "pulumi-cloudplatform/stack";', true],
  ["index.js", 'module.exports = require("pulumi-cloudplatform/stack");', true],
  ["index.ts", 'import * as cloudplatform from "pulumi-cloudplatform";', false],
])("whether %s is declarative: %s", (file, text, expected) => {
  write("Pulumi.yaml", "name: demo\n");
  write(file, text);
  expect(findProject(folder)?.isDeclarative).toBe(expected);
});
