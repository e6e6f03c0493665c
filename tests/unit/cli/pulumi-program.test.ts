import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { pulumiProgram } from "../../../sdk/src/cli/pulumi-program";
import { fakeCli } from "../../support/fake-cli";
import { useTemporaryFolder } from "../../support/temporary-folder";

const temporary = useTemporaryFolder();
const folder = (...names: string[]) => join(temporary.path, ...names);

/** What Windows starts with this PATH. */
const onWindows = (...path: string[]) => pulumiProgram({ Path: path.join(delimiter) }, "win32");

function write(...names: string[]): string {
  const file = folder(...names);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "");
  return file;
}

test.each(["linux", "darwin"] as const)("on %s the system finds the CLI", (platform) => {
  expect(pulumiProgram({ PATH: "" }, platform)).toEqual({ command: "pulumi", args: [] });
});

describe("on Windows", () => {
  test("an installed CLI is started directly", () => {
    const executable = write("Pulumi", "pulumi.exe");
    expect(onWindows(folder("none"), "", `"${folder("Pulumi")}"`)).toEqual({ command: executable, args: [] });
  });

  test.each([
    ["a dependency of the project", ["node_modules", ".bin"], ["node_modules", "pulumi", "run.js"]],
    ["installed with --global", ["npm"], ["npm", "node_modules", "pulumi", "run.js"]],
  ])("Node runs the script of the npm package, which is %s", (_, bin, script) => {
    write(...bin, "pulumi.cmd");
    const file = write(...script);
    expect(onWindows(folder(...bin))).toEqual({ command: process.execPath, args: [file] });
  });

  test("the first folder of the PATH counts", () => {
    write("npm", "pulumi.cmd");
    const file = write("npm", "node_modules", "pulumi", "run.js");
    write("Pulumi", "pulumi.exe");
    expect(onWindows(folder("npm"), folder("Pulumi")).args).toEqual([file]);
  });

  test("the arguments reach the npm package as they are", () => {
    fakeCli(temporary.path, { 'a "b" & %PATH%': "printed" }, "", "win32");
    const { command, args } = onWindows(temporary.path);
    const { stdout } = spawnSync(command, [...args, 'a "b" & %PATH%'], { encoding: "utf8" });
    expect(stdout).toBe("printed");
  });

  test("without a CLI the error is that of the system", () => {
    expect(onWindows(folder("none"))).toEqual({ command: "pulumi", args: [] });
    expect(pulumiProgram({}, "win32")).toEqual({ command: "pulumi", args: [] });
  });
});
