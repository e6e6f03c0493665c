import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";
import { DECLARATIONS, markedPositions, positionsOf, REQUIRE } from "../support/positions";
import { useTemporaryFolder } from "../support/temporary-folder";

// Where a program declares its resources, in a bundle of esbuild that contains this package.

const folder = useTemporaryFolder();
const program = `${REQUIRE}${DECLARATIONS}`;

async function bundle(...options: string[]): Promise<{ source: string; file: string }> {
  const source = join(folder.path, "index.js");
  const file = join(folder.path, "bundle.js");
  writeFileSync(source, program);
  const esbuild = require.resolve("esbuild/bin/esbuild", { paths: [__dirname] });
  const entry = join(root, "sdk", "dist", "index.js");
  const args = [source, "--bundle", "--platform=node", `--outfile=${file}`, "--log-level=error"];
  const packages = ["--external:@pulumi/pulumi", `--alias:pulumi-cloudplatform=${entry}`];
  await run(esbuild, [...args, ...packages, ...options], { cwd: folder.path, env: await projectEnv() });
  return { source, file };
}

/** A source map has the lines of the source, and not each of its columns. */
const line = (position: string) => position.replace(/:\d+$/, "");

function lines(positions: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(positions).map(([name, position]) => [name, line(position)]));
}

test("with a source map, the position is the line of the source", async () => {
  const { source, file } = await bundle("--sourcemap", "--minify");
  expect(lines(await positionsOf(file))).toEqual(lines(markedPositions(source, program)));
});

test("without a source map, the position is the line of the bundle", async () => {
  const { file } = await bundle();
  const positions = await positionsOf(file);
  expect(Object.keys(positions).sort()).toEqual(Object.keys(markedPositions(file, program)).sort());
  for (const position of Object.values(positions)) expect(position).toMatch(`${file}:`);
  expect(new Set(Object.values(positions)).size).toBe(Object.keys(positions).length);
});
