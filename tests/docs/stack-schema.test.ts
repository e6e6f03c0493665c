import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { RESOURCES } from "../support/resource-fixtures";
import { callScript } from "../support/script-module";
import { INVALID } from "../unit/stack/invalid";
import { compileSchema, stackFiles, schemaText as text } from "./stack-files";

const schema = compileSchema();

test("the schema is generated from the schemas of the resources", async () => {
  expect(text).toBe(await callScript("docs/stack-schema.mjs", "stackSchema"));
});

describe("the schema", () => {
  test.each(stackFiles())("accepts $name", ({ content }) => {
    schema(content);
    expect(schema.errors).toBeNull();
  });

  test.each(RESOURCES)("accepts all valid inputs of $name", ({ state: { kind }, inputs }) => {
    const isAccepted = (entry: object) => {
      schema({ config: { [`cloudplatform:${kind}`]: { entry } } });
      expect(schema.errors).toBeNull();
    };
    inputs.full.forEach(isAccepted);
    // In a stack file, the characters of a reference must be escaped.
    const isLiteral = (entry: object) => !JSON.stringify(entry).includes("${");
    fc.assert(fc.property(inputs.valid.filter(isLiteral), isAccepted));
  });

  test.each(INVALID.filter(({ needsContext }) => !needsContext))("rejects $name", ({ config }) => {
    expect(schema({ config })).toBe(false);
  });

  test("describes properties with their doc comments", () => {
    const { properties } = JSON.parse(text).properties.config;
    const router = properties["cloudplatform:routers"].additionalProperties.properties;
    const description =
      "All routes of the router, in any order. `[]` removes all routes. Default: unchanged.";
    expect(router.routes).toMatchObject({
      description: description.replaceAll("`", ""),
      markdownDescription: description,
    });
    const [routes] = router.routes.anyOf;
    expect(routes.items.anyOf[0].properties.nexthop.description).toMatch(/^IP address of the next hop/);
  });

  test("describes resource options, and gives the sentence of validate instead of a regular expression", () => {
    const { properties } = JSON.parse(text).properties.config;
    const { name, options } = properties["cloudplatform:routers"].additionalProperties.properties;
    expect(options.properties.ignoreChanges.description).toBe(
      "Properties whose changes in this file are ignored.",
    );
    expect(name.anyOf[0].patternErrorMessage).toMatch(/^must have 3 to 63 characters: /);
  });
});
