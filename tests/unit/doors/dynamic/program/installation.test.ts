import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { isInstalled } from "../../../../../sdk/src/doors/dynamic/program/installation";
import { useTemporaryFolder } from "../../../../support/temporary-folder";

// Whether the provider process of a program can load the package. tests/compatibility has a program that fails.

const project = useTemporaryFolder();

function install(): void {
  const folder = join(project.path, "node_modules", "pulumi-cloudplatform");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "provider.js"), "");
}

describe.each([
  "/project/node_modules/@pulumi/pulumi/cmd/run",
  "/project/node_modules/.pnpm/@pulumi+pulumi@3.270.0/node_modules/@pulumi/pulumi/cmd/run/index.js",
  "C:\\project\\node_modules\\@pulumi\\pulumi\\cmd\\run",
])("a program that the CLI starts with %s", (script) => {
  test("needs the package in its folder or above", () => {
    install();
    const folder = join(project.path, "dist");
    mkdirSync(folder);
    expect(isInstalled({ script, folder })).toBe(true);
  });

  test("fails without the package", () => {
    expect(isInstalled({ script, folder: project.path })).toBe(false);
  });
});

test.each(["/project/rollout.mjs", "/project/node_modules/@pulumi/pulumi/cmd/run-policy-pack", undefined])(
  "a program that %s starts is not checked",
  (script) => {
    expect(isInstalled({ script, folder: project.path })).toBe(true);
  },
);
