import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import { validateStackFile } from "../../sdk/src/cli/validate/validate-stack-file";
import { parseYaml } from "../../sdk/src/cli/yaml";
import { root } from "../support/command";
import { RESOURCES } from "../support/resource-fixtures";
import { INVALID } from "../unit/stack/invalid";
import { filesIn } from "./register";

// sdk/stack.schema.json, with which editors check stack files. `npm run docs:check` compares it with the schemas of the code.

const text = (file: string) => readFileSync(join(root, file), "utf8");
const stackSchema = JSON.parse(text("sdk/stack.schema.json"));
// Only editors know these keywords.
const KEYWORDS = ["deprecationMessage", "errorMessage", "markdownDescription", "patternErrorMessage"];
const ajv = new Ajv({ strictSchema: true, strictTypes: false, validateFormats: false });
const accepts = ajv.addVocabulary(KEYWORDS).compile(stackSchema);

describe("the JSON Schema of stack files", () => {
  test("accepts each stack file of the docs and the templates", () => {
    const blocks = filesIn("docs", ".md").flatMap((page) =>
      [...text(page).matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = ""]) => [page, block] as const),
    );
    const template = "templates/declarative/Pulumi.dev.yaml";
    // A Pulumi YAML program may have a config as well.
    const files = [...blocks, [template, text(template)] as const].filter(
      ([, file]) => /^config:/m.test(file) && !/^(resources|variables):/m.test(file),
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

  test.each(RESOURCES)("rejects invalid inputs of $name", ({ state: { kind }, inputs }) => {
    const accepted = Object.values(inputs.invalid)
      .flat()
      .filter(([entry]) => accepts({ config: { [`cloudplatform:${kind}`]: { entry } } }));
    const reasons = accepted.map(([, reason]) => String(reason));
    // What depends on another value, on arithmetic or on the calendar.
    const others =
      /has bits set|IPv\d address, as|in the list already|a date that exists|with type "default"|only for a router/;
    expect(reasons.filter((reason) => !others.test(reason))).toEqual([]);
  });

  test.each(INVALID.filter((file) => !file.isAcceptedBySchema))("rejects $name", ({ config }) => {
    expect(accepts({ config })).toBe(false);
  });

  test.each(INVALID.filter((file) => file.isAcceptedBySchema))(
    "accepts $name, which only validate reports",
    ({ config }) => {
      expect(accepts({ config })).toBe(true);
    },
  );

  test("accepts a key in clear text with the warning that validate prints", () => {
    const file = "config: { cloudplatform:apiKey: a-key-in-clear-text }";
    expect(accepts(parseYaml(file, "file"))).toBe(true);
    const [text] = stackSchema.definitions.apiKey.anyOf[0].deprecationMessage.split(":");
    const { warnings } = validateStackFile(file, {
      project: { name: "demo", config: {} },
      file: "Pulumi.dev.yaml",
    });
    expect(warnings).toEqual([expect.stringContaining(text)]);
  });

  test.each(RESOURCES)("accepts all valid inputs of $name", ({ state: { kind }, inputs }) => {
    const isAccepted = (entry: object) => {
      accepts({ config: { [`cloudplatform:${kind}`]: { entry } } });
      expect(accepts.errors).toBeNull();
    };
    inputs.full.forEach(isAccepted);
    // In a stack file, the characters of a reference must be escaped.
    const isLiteral = (entry: object) => !JSON.stringify(entry).includes("${");
    fc.assert(fc.property(inputs.valid.filter(isLiteral), isAccepted));
  });

  test("describes properties and options, and gives the sentence of validate instead of a regular expression", () => {
    const sections = stackSchema.properties.config.properties;
    const { name, options, routes } = sections["cloudplatform:routers"].additionalProperties.properties;
    const description =
      "All routes of the router, in any order. `[]` removes all routes. Default: unchanged.";
    expect(routes).toMatchObject({
      description: description.replaceAll("`", ""),
      markdownDescription: description,
    });
    expect(options.properties.ignoreChanges.description).toBe(
      "Properties whose changes in this file are ignored.",
    );
    expect(name.anyOf[0].patternErrorMessage).toMatch(/^must have 3 to 63 characters: /);
  });
});
