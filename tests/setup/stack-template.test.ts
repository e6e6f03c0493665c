import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { projectEnv } from "../support/command";
import { stackTemplate, templateFile } from "../support/stack-template";

// The template of stacks that tests share, in support/stack-template.ts.

const folder = mkdtempSync(join(tmpdir(), "cloudplatform-path-"));

afterAll(() => rmSync(folder, { recursive: true }));

test("tests that make a template at the same time get the same one", async () => {
  const { PATH, ...others } = await projectEnv();
  // Another PATH is another template.
  const env = { ...others, PATH: [PATH, folder].join(delimiter), PULUMI_CONFIG_PASSPHRASE: "passphrase" };
  const [one, other] = await Promise.all([stackTemplate(env), stackTemplate(env)]);
  rmSync(templateFile(env));
  expect(one).toEqual(other);
});
