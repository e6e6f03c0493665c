import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkCliVersion, checkPackages, satisfies } from "../../../../sdk/src/cli/doctor/versions";
import { version } from "../../../../sdk/src/util/version";
import { useTemporaryFolder } from "../../../support/temporary-folder";

test.each([
  ["3.259.0", ">=3.250.0", true],
  ["3.249.9", ">=3.250.0", false],
  ["22.19.0", ">=22.19", true],
  ["100.0.0", ">=22.19", true],
  ["9.0.0", ">=22.19", false],
  ["3.270.0", "^3.249.0", true],
  ["4.0.0", "^3.249.0", false],
])("version %s in %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test.each([
  ["3.259.0", "ok", "3.259.0 (supported: >=3.250.0)"],
  [
    "3.253.1",
    "warning",
    "3.253.1 is supported, but the command import needs 3.254.0 or newer [cli-cannot-import]. Install a newer version before an import.",
  ],
  [
    "3.249.0",
    "problem",
    "3.249.0 is not supported (supported: >=3.250.0) [version-not-supported]. Install a supported version.",
  ],
])("the Pulumi CLI %s", (version, level, text) => {
  expect(checkCliVersion(version)).toEqual({ level, subject: "Pulumi CLI", text });
});

describe("the packages of a program", () => {
  const temporary = useTemporaryFolder();
  const install = (name: string, version: string) => {
    const target = join(temporary.path, "node_modules", name);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "package.json"), JSON.stringify({ name, version }));
    writeFileSync(join(target, "provider.js"), "");
  };
  const texts = () => checkPackages(temporary.path).map(({ level, text }) => `${level} ${text}`);

  test("are missing", () => {
    expect(texts()).toEqual([
      `problem is not installed in ${temporary.path} or above it [sdk-not-found]. Run \`npm install @pulumi/pulumi\` in that folder.`,
      `problem cannot be resolved from ${temporary.path}, the folder in which Pulumi starts the provider process, so every resource fails with "Cannot find module 'pulumi-cloudplatform/provider'" [provider-module-not-found]. Install pulumi-cloudplatform in that folder as a direct dependency, also if the program is a bundle or another package uses it.`,
    ]);
  });

  test("have other versions", () => {
    install("@pulumi/pulumi", "2.0.0");
    install("pulumi-cloudplatform", "9.0.0");
    expect(texts()).toEqual([
      "problem 2.0.0 is not supported (supported: ^3.249.0) [version-not-supported]. Install a supported version.",
      `warning the program uses version 9.0.0 in ${temporary.path}/node_modules/pulumi-cloudplatform, and this command is version ${version} [package-version-differs]. Run \`npx pulumi-cloudplatform\` in the folder of the program.`,
    ]);
  });

  test("are fine", () => {
    install("@pulumi/pulumi", "3.270.0");
    install("pulumi-cloudplatform", version);
    expect(texts()).toEqual([
      "ok 3.270.0 (supported: ^3.249.0)",
      `ok version ${version} in ${temporary.path}/node_modules/pulumi-cloudplatform`,
    ]);
  });
});
