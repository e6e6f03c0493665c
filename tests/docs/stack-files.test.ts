import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { parseAllDocuments } from "yaml";
import { parseYaml } from "../../sdk/src/cli/yaml";
import { root } from "../support/command";
import { INVALID } from "../unit/stack/invalid";
import { filesIn } from "./register";

// sdk/stack.schema.json, with which editors check stack files. `npm run docs:check` compares it with the schemas of the code.

const text = (file: string) => readFileSync(join(root, file), "utf8");
const accepts = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
  JSON.parse(text("sdk/stack.schema.json")),
);

describe("the JSON Schema of stack files", () => {
  test("accepts each stack file of the docs and the templates", () => {
    const blocks = filesIn("docs", ".md").flatMap((page) =>
      [...text(page).matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = ""]) => [page, block] as const),
    );
    const template = "templates/declarative/Pulumi.dev.yaml";
    const files = [...blocks, [template, text(template)] as const].filter(([, file]) =>
      /^config:/m.test(file),
    );
    const rejected = files.filter(([name, file]) => !accepts(parseYaml(file, name)));
    expect(rejected).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
  });

  test("accepts the configuration of the Stack objects in examples/gitops/operator", () => {
    const manifests = filesIn("examples/gitops/operator", ".yaml").flatMap((file) =>
      parseAllDocuments(text(file)).map((one) => one.toJS()),
    );
    const configs = manifests.flatMap(({ spec }) => spec?.config ?? []);
    expect(configs.length).toBeGreaterThan(1);
    expect(configs.filter((config) => !accepts({ config }))).toEqual([]);
  });

  test.each(INVALID.filter(({ needsContext }) => !needsContext))("rejects $name", ({ config }) => {
    expect(accepts({ config })).toBe(false);
  });

  // If the schema could reject these, `needsContext` would be wrong.
  test.each(INVALID.filter(({ needsContext }) => needsContext))("accepts $name", ({ config }) => {
    expect(accepts({ config })).toBe(true);
  });
});
