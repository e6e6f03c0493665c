import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { filesIn } from "../docs/register";
import { projectEnv, root, run } from "../support/command";
import { FUNCTIONS } from "../support/function-fixtures";
import { installWith, locked, npm, PULUMI_TEMPLATE, usePackedProject } from "../support/packed-package";
import { RESOURCES } from "../support/resource-fixtures";
import { counts } from "../support/stack";

// The packed package, installed into a project outside of this repository, on a deployment that has the documented operations only.

const { platform, stack, packed } = usePackedProject(
  async (project, archive) => {
    // `pulumi new typescript` installs TypeScript 5.
    const compilers = [locked("typescript"), "typescript-5@npm:typescript@5"];
    await installWith(project, archive, locked("@pulumi/pulumi"), locked("@types/node"), ...compilers);
  },
  { mode: "documented-only" },
);

async function node(...args: string[]): Promise<string> {
  return (await run("node", args, { cwd: stack.folder, env: await projectEnv() })).stdout.trim();
}

/** The number of objects of each resource at the platform. */
const objects = () =>
  RESOURCES.map(({ name, scenario }) => [name, Object.keys(scenario.objects(platform)).length]);

test("up with the package creates every resource once, and destroy leaves what their documentation says", async () => {
  platform.streaming.addVideo({ id: 5, subtitles: [{ language: "lb" }] });
  const declarations = RESOURCES.map(({ name, documentedOnly: { prepare, exported } }) => {
    const args = JSON.stringify(prepare(platform));
    return `export const of${name} = new cloudplatform.${name}("it", ${args}).${exported[0]};`;
  });
  stack.program(`${declarations.join("\n")}
export const languages = cloudplatform
  .getVideoSubtitlesOutput({ videoId: 5 })
  .subtitles.apply((list) => list.map(({ language }) => language));`);

  expect(counts(await stack.up())).toEqual({ created: RESOURCES.length + 1 });
  const exported = RESOURCES.map(({ name, documentedOnly }) => [`of${name}`, documentedOnly.exported[1]]);
  expect(await stack.outputs()).toEqual({ ...Object.fromEntries(exported), languages: ["lb"] });
  expect(objects()).toEqual(RESOURCES.map(({ name }) => [name, 1]));
  expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: RESOURCES.length + 1 });
  await stack.destroy();
  expect(objects()).toEqual(RESOURCES.map(({ name, documentedOnly: { left } }) => [name, left]));
});

describe("the package", () => {
  test("has the compiled code with its types, the command, the page of a log, the plugin, the skill, the README, the docs, the licence, and nothing else", () => {
    const others = packed.files
      .map(({ path }) => path)
      .filter((path) => path !== "CHANGELOG.md" && !/^(?:dist\/.*\.(?:js|d\.ts)|docs\/.*\.md)$/.test(path));
    expect(others.sort()).toEqual([
      ...["LICENSE", "README.md", "bin/pulumi-cloudplatform.js"],
      ...[
        "package.json",
        "page/log.css",
        "page/log.html",
        "plugin/pulumi-resource-",
        "plugin/pulumi-resource-cloudplatform",
      ],
      ...["plugin/pulumi-resource-cloudplatform.cmd", "plugin/schema.json"],
      ...["skills/pulumi-cloudplatform/SKILL.md"],
    ]);
    const compiled = packed.files.map(({ path }) => path).filter((path) => path.startsWith("dist/"));
    const source = (path: string) => path.replace(/^dist/, "sdk/src").replace(/(?:\.d)?\.[jt]s$/, ".ts");
    expect(compiled.filter((path) => !existsSync(join(root, source(path))))).toEqual([]);
  });

  test("has the docs as Markdown, without the pages for developers of the package, and with links that lead to files", async () => {
    const installed = join(stack.folder, "node_modules/pulumi-cloudplatform");
    const pages = packed.files.map(({ path }) => path).filter((path) => path.startsWith("docs/"));
    const others = filesIn("docs", ".md").filter((file) => !pages.includes(file));
    expect(others).toEqual(["docs/architecture.md"]);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(installed, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, link = ""]) => join(dirname(page), link))
        .filter((file) => !existsSync(join(installed, file)))
        .map((file) => `${page}: ${file}`),
    );
    expect(broken).toEqual([]);
  });

  test("has the command, which is executable", async () => {
    const options = { cwd: stack.folder, env: stack.env };
    const command = join(stack.folder, "node_modules/.bin/pulumi-cloudplatform");
    const manifest = JSON.parse(readFileSync(join(root, "sdk/package.json"), "utf8"));
    expect((await run(command, ["--version"], options)).stdout).toBe(`${manifest.version}\n`);
  });

  test("it has two dependencies, @pulumi/pulumi as a peer dependency, and no script that npm runs at the installation", async () => {
    const file = join(stack.folder, "node_modules/pulumi-cloudplatform/package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    expect(Object.keys(manifest.dependencies).sort()).toEqual(["undici", "zod"]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(["@pulumi/pulumi"]);
    expect(Object.keys(manifest.scripts)).toEqual(["prepack"]);
    const { stdout } = await npm(stack.folder, "ls", "@pulumi/pulumi", "--all", "--parseable");
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("loads with require and with import, and both give the same classes", async () => {
    const names = "Object.keys(cloudplatform).filter((name) => /^[A-Z]/.test(name)).sort().join()";
    const required = await node("-p", `const cloudplatform = require("pulumi-cloudplatform"); ${names}`);
    const errors = ["AnalyticsError", "ConfigurationError", "InvalidArguments", "PlatformError"];
    expect(required.split(",")).toEqual([...errors, "Provider", ...RESOURCES.map(({ name }) => name)].sort());
    const script = `
      import { Router } from "pulumi-cloudplatform";
      import { cloudplatformMocks, promiseOf } from "pulumi-cloudplatform/testing";
      import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      const testing = require("pulumi-cloudplatform/testing");
      console.log(Router === require("pulumi-cloudplatform").Router);
      console.log(cloudplatformMocks === testing.cloudplatformMocks && promiseOf === testing.promiseOf);`;
    stack.write("imports.mjs", script);
    expect(await node("imports.mjs")).toBe("true\ntrue");
  });

  test("has types that resolve from CommonJS and from ESM, and that reject invalid uses", async () => {
    const modules = { module: "nodenext", moduleResolution: "nodenext" };
    const strict = { strict: true, exactOptionalPropertyTypes: true };
    const compilerOptions = { target: "es2022", ...modules, ...strict, types: [], noEmit: true };
    const include = ["index.ts", "typed.mts"];
    stack.write("tsconfig.json", JSON.stringify({ compilerOptions, include }));
    stack.program(PROGRAM);
    stack.write("typed.mts", TYPED);
    await node("node_modules/typescript/bin/tsc", "-p", ".");
  });

  test.each([PULUMI_TEMPLATE, { target: "es2020", module: "esnext", moduleResolution: "bundler" }])(
    "has types for TypeScript 5 with %j",
    async (options) => {
      const compilerOptions = { strict: true, noEmit: true, types: ["node"], ...options };
      stack.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
      stack.program(PROGRAM);
      expect(await node("node_modules/typescript-5/bin/tsc", "-p", ".")).toBe("");
    },
  );
});

/** Correct and incorrect uses of everything that the package exports. */
const TYPED = `
import * as cloudplatform from "pulumi-cloudplatform";
import { Provider, Router, type RouterArgs } from "pulumi-cloudplatform";
import { output, type Output } from "@pulumi/pulumi";

const provider = new Provider("other", { apiKey: "key" });
export const isOwn = (error: unknown) => error instanceof cloudplatform.PlatformError || error instanceof cloudplatform.AnalyticsError;
${[...RESOURCES, ...FUNCTIONS].map(({ types }) => types).join("")}
`;

const PROGRAM = `
import { cloudplatformMocks } from "pulumi-cloudplatform/testing";
export const mocks = cloudplatformMocks();
const edge = new cloudplatform.Router("edge", {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { type: "default" },
});
export const routerId = edge.routerId;
export const address = edge.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress);`;
