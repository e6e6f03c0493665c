import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { root } from "../support/command";
import { FUNCTIONS } from "../support/function-fixtures";

test("the register exports every folder of functions", () => {
  const register = readFileSync(join(root, "sdk", "src", "functions", "index.ts"), "utf8");
  const exported = [...register.matchAll(/^export \* from "\.\/(.+)\/\1";$/gm)].map(([, folder]) => folder);
  expect(exported.sort()).toEqual([...new Set(FUNCTIONS.map(({ folder }) => folder))].sort());
});

describe.each(FUNCTIONS)("$name", ({ name, output }) => {
  test("is exported, and so is its Output form if it has one", () => {
    expect(cloudplatform).toHaveProperty(name);
    expect(`${name}Output` in cloudplatform).toBe(output !== undefined);
  });
});
