import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { projectEnv, root, run } from "../support/command";
import { useTemporaryFolder } from "../support/temporary-folder";

// The tables of bench/README.md and docs/performance.md are generated: pages.test.ts compares them with bench/results.json.

const folder = useTemporaryFolder();

/** One line of a table. */
const FIGURE = { what: expect.any(String), unit: expect.any(String), value: expect.any(Number) };

async function bench(...args: string[]) {
  const options = { cwd: root, env: await projectEnv() };
  return run("node", [join("bench", "run.mjs"), "--quick", "--out", folder.path, ...args], options);
}

function results() {
  return JSON.parse(readFileSync(join(folder.path, "results.json"), "utf8"));
}

test("a quick run of one measurement prints its table and writes its results", async () => {
  const { stdout } = await bench("--only", "ownership");
  expect(stdout).toContain("### Objects that another process of the run uses");
  expect(stdout).toContain("| Measurement | Value | Baseline | Ratio | Goal |");
  expect(results()).toEqual({
    measurements: [
      {
        name: "ownership",
        title: expect.any(String),
        conditions: {
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          platform: expect.any(String),
          cores: expect.any(Number),
          load: expect.any(Number),
          node: process.version,
          pulumi: expect.stringMatching(/^v\d/),
          quick: true,
          repeat: 1,
        },
        figures: [expect.objectContaining(FIGURE), expect.objectContaining(FIGURE)],
        points: [],
      },
    ],
  });
});

test("a quick run draws the plots of its measurements", async () => {
  await bench("--only", "engine");
  const [engine] = results().measurements;
  for (const figure of engine.figures)
    expect(figure).toMatchObject({ what: expect.stringMatching(/^3 resources, /), unit: expect.any(String) });
  expect(engine.points.map(({ provider }: { provider: string }) => provider)).toEqual([
    "own",
    "ordinary",
    "empty",
  ]);
  const plots = readdirSync(folder.path).filter((file) => file.endsWith(".svg"));
  expect(plots).toEqual(["engine-cost.svg"]);
  expect(readFileSync(join(folder.path, "engine-cost.svg"), "utf8")).toMatch(/^<svg .*<\/svg>\s*$/s);
}, 300_000);
