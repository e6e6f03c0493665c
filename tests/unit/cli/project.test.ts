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
  const project = { runtime: "nodejs", programFolder: folder, folder };
  expect(findProject(folder)).toEqual(project);
  expect(findProject(join(folder, "a/b"))).toEqual(project);
});

test.each([
  ["main: app", "app"],
  ["main: 'app/index.ts' # the program", "app"],
  ['"main":   "./app/"', "app"],
  ["description: |\n  main: x", ""],
  ["main: my app\r", "my app"],
])("the program folder of %j", (line, expected) => {
  write("Pulumi.yml", `name: "demo"\n${line}\n`);
  expect(findProject(temporary.path)?.programFolder).toBe(join(temporary.path, expected));
});

test.each([
  ["runtime: yaml", "yaml"],
  ["runtime: 'python' # the language", "python"],
  ["runtime:\n  name: go\n  options: {}", "go"],
  ["runtime: { name: dotnet }", "dotnet"],
  ["description: |\n  runtime: go", "nodejs"],
])("the language of %j", (lines, expected) => {
  write("Pulumi.yaml", `name: demo\n${lines}\n`);
  expect(findProject(temporary.path)?.runtime).toBe(expected);
});
