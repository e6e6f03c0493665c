import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parsedValue } from "../../sdk/src/stack/config";
import { failing } from "../support/command";
import { Stack } from "../support/stack";
import { FILES, REFUSED, REFUSED_BY_CLI, VALUES } from "../unit/cli/yaml-files";

// The Pulumi CLI reads the files that tests/unit/cli/yaml.test.ts reads with the parser of `validate`.

let stack: Stack;

beforeAll(async () => {
  stack = await Stack.create({});
  stack.write("index.js", 'module.exports = require("pulumi-cloudplatform/stack");\n');
});

afterAll(() => stack?.remove());

/** The configuration that the CLI reads from a stack file. */
async function config(text: string): Promise<Record<string, { value: string }>> {
  stack.write("Pulumi.other.yaml", text);
  const { stdout } = await stack.pulumi("config", "--json", "--config-file", "Pulumi.other.yaml");
  return JSON.parse(stdout);
}

test("values of a stack file become those that a program gets", async () => {
  const list = VALUES.map(([text]) => `    - { v: ${text} }\n`).join("");
  stack.write("Pulumi.dev.yaml", `config:\n  demo:x:\n${list}  demo:outputs: { list: "\${config.x}" }\n`);
  await stack.up();
  expect(await stack.outputs()).toEqual({ ids: {}, list: VALUES.map(([, v]) => ({ v })) });
});

test.each(FILES)("the CLI reads %j as the parser of validate does", async (text, value) => {
  expect(parsedValue((await config(text))["demo:x"]?.value ?? "")).toEqual(value);
});

test.each([...REFUSED, ...REFUSED_BY_CLI])("the CLI refuses %j", async (text) => {
  expect((await failing(config(text) as never)).output).toMatch(/^error: (invalid YAML file: |yaml: )/m);
});
