import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

const folder = useTemporaryFolder();

test("a quick benchmark prints a table, and writes its results", async () => {
  const args = [join("bench", "run.mjs"), "--quick", "--out", folder.path, "--only", "engine"];
  const { stdout } = await run("node", args, { cwd: root, env: await projectEnv() });
  expect(stdout).toContain("| Measurement | Value | Baseline | Ratio | Goal |");
  const [engine] = JSON.parse(readFileSync(join(folder.path, "results.json"), "utf8")).measurements;
  expect(engine).toMatchObject({ name: "engine", conditions: { node: process.version, quick: true } });
  for (const figure of engine.figures)
    expect(figure).toMatchObject({
      what: expect.stringMatching(/^3 resources, /),
      value: expect.any(Number),
    });
}, 300_000);
