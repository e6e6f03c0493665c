import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { satisfies } from "semver";
import ts from "typescript";
import { LOWEST_CLI } from "../../sdk/src/cli/pulumi";
import { SET_NODENEXT } from "../compatibility/combinations";
import { definitions } from "../support/catalogue";
import { root } from "../support/command";
import { filesIn } from "./register";

// Statements of README.md, and of the READMEs of the packages, that no other test checks.

const text = (file: string) => readFileSync(join(root, file), "utf8");
const lowestNode = (folder: string) => {
  const { engines } = JSON.parse(text(join(folder, "package.json"))) as { engines: { node: string } };
  return engines.node.replace(">=", "");
};

describe("versions", () => {
  test.each(["sdk", "simulator"])("the README of %s names the lowest Node of the package", (folder) => {
    expect(text(join(folder, "README.md"))).toContain(`Node ${lowestNode(folder)} or newer`);
  });

  test.each(["CONTRIBUTING.md", ".ci/run"])("%s names the lowest Node of set-up", (file) => {
    expect(text(file)).toMatch(new RegExp(`[nN]eeds? Node ${lowestNode(".")} or newer`));
  });

  test.each(["README.md", "sdk/README.md", "docs/quickstart.md"])(
    "%s names the lowest Node and the lowest CLI for users",
    (file) => {
      expect(text(file)).toContain(`Node ${lowestNode("sdk")} or newer`);
      expect(text(file)).toMatch(new RegExp(`CLI(\\]\\(\\S+\\))? ${LOWEST_CLI} or newer`));
    },
  );

  // tests/compatibility runs programs with these settings and TypeScript 6.
  test("README.md names the settings for TypeScript 6", () => {
    expect(text("README.md")).toContain(`With TypeScript 6, set\n${SET_NODENEXT}`);
  });

  test("TypeScript 6 rejects the `moduleResolution` of `pulumi new`", () => {
    const options = { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 };
    expect(ts.versionMajorMinor).toMatch(/^6\./);
    expect(ts.createProgram([], options).getOptionsDiagnostics()).toMatchObject([{ code: 5107 }]);
  });

  test("Pulumi supports TypeScript 5 and 6, and not 7", () => {
    const { peerDependencies } = JSON.parse(text("node_modules/@pulumi/pulumi/package.json"));
    const supported = ["5.9.3", "6.0.3", "7.0.0"].map((version) =>
      satisfies(version, peerDependencies.typescript),
    );
    expect(supported).toEqual([true, true, false]);
  });

  test("README.md names the lowest Go that builds the CLI", () => {
    const [, go] = /^go (\d+\.\d+)/m.exec(text("scripts/cli/pulumi/go.mod")) ?? [];
    expect(text("README.md")).toContain(`Go ${go} or newer`);
  });
});

test.each(["README.md", ...filesIn("docs", ".md")])("%s names only codes of errors that exist", (file) => {
  const codes = definitions().map(({ code }) => code);
  const named = [...text(file).matchAll(/`\[([a-z]+(?:-[a-z]+)+)\]`/g)].map(([, code]) => code);
  expect(named.filter((code) => !codes.includes(code ?? ""))).toEqual([]);
});
