import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { closeAll, start } from "../../simulator/testing/client";
import { root } from "../support/command";
import { callScript } from "../support/script-module";

test("the simulator's README has the options that the command parses", async () => {
  expect(readFileSync(join(root, "simulator", "README.md"), "utf8")).toBe(
    await callScript("docs/simulator.mjs", "simulatorReadme"),
  );
});

describe("a seed file in the simulator's README", () => {
  const [, section = ""] =
    /^## Seed file$(.+?)^## /ms.exec(readFileSync(join(root, "simulator", "README.md"), "utf8")) ?? [];
  const seeds = [...section.matchAll(/^```json\n(.+?)^```$/gms)].map(([, seed = ""]) => seed);

  afterEach(closeAll);

  test.each(seeds)("is accepted, with all its objects: %#", async (seed) => {
    const objects = JSON.parse(seed) as Record<string, unknown[]>;
    const { call } = await start({ objects });
    for (const [kind, list] of Object.entries(objects))
      expect((await call("GET", `/_simulator/${kind}`, undefined, { key: null })).body.count).toBe(
        list.length,
      );
  });

  test("has the form of nested objects", () => {
    expect(seeds).toHaveLength(2);
  });
});
