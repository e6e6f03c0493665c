import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Ajv from "ajv";
import { root } from "../support/command";
import { callScript } from "../support/script-module";
import { INVALID } from "../unit/stack/invalid";
import { stackFiles } from "./stack-files";

const text = readFileSync(join(root, "sdk", "stack.schema.json"), "utf8");
const schema = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
  JSON.parse(text),
);

test("the schema is generated from the schemas of the resources", async () => {
  expect(text).toBe(await callScript("docs/stack-schema.mjs", "stackSchema"));
});

describe("the schema", () => {
  test.each(stackFiles())("accepts $name", ({ content }) => {
    schema(content);
    expect(schema.errors).toBeNull();
  });

  test.each(INVALID.filter(({ needsContext }) => !needsContext))("rejects $name", ({ config }) => {
    expect(schema({ config })).toBe(false);
  });

  test.each(INVALID.filter(({ needsContext }) => needsContext))("does not detect $name", ({ config }) => {
    expect(schema({ config })).toBe(true);
  });

  test("describes properties with their doc comments", () => {
    const { properties } = JSON.parse(text).properties.config;
    const router = properties["cloudplatform:routers"].additionalProperties.properties;
    expect(router.routes.description).toBe(
      "All routes of the router, in any order. `[]` removes all routes. Default: unchanged.",
    );
    const [routes] = router.routes.anyOf;
    expect(routes.items.anyOf[0].properties.nexthop.description).toMatch(/^IP address of the next hop/);
  });
});
