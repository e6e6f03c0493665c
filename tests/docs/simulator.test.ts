import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { root } from "../support/command";
import { generated } from "./generated";

test("the simulator's README has the options that the command parses", async () => {
  expect(readFileSync(join(root, "simulator", "README.md"), "utf8")).toBe(
    await generated("simulator.mjs", "simulatorReadme"),
  );
});
