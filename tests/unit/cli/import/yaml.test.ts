import { describe, expect, test } from "@jest/globals";
import { yamlEntries } from "../../../../sdk/src/cli/import/yaml";
import { parseYaml } from "../../../../sdk/src/cli/yaml";

const declaration = { type: "Router", name: "edge", inputs: { projectId: 1, regionId: 2 } };

describe("the entry of a stack file", () => {
  test("has the inputs, quoted texts, and the account", () => {
    const inputs = {
      name: "on",
      routes: [{ destination: "10.0.0.0/8" }, {}],
      tags: ["a", 1],
      gateway: null,
      list: [],
    };
    expect(
      yamlEntries([{ ...declaration, name: "edge eu", inputs }], () => "cloudplatform", {
        provider: "second",
      }),
    ).toBe(
      [
        "config:",
        "  cloudplatform:routers:",
        '    "edge eu":',
        '      account: "second"',
        '      name: "on"',
        "      routes:",
        '        - destination: "10.0.0.0/8"',
        "        - {}",
        "      tags:",
        '        - "a"',
        "        - 1",
        "      gateway: null",
        "      list: []",
      ].join("\n"),
    );
  });

  test("consists of plain text for a terminal and a CI runner, with the same values", () => {
    const name = "\u001b[2J\u009b31m\u202e\u{e0001}##[error]";
    const text = yamlEntries([{ ...declaration, name, inputs: { name } }], () => "demo");
    expect(text).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}|##/u);
    expect(parseYaml(text, "text")).toEqual({ config: { "demo:routers": { [name]: { name } } } });
  });

  test("escapes what a stack file reads as a reference", () => {
    const text = yamlEntries([{ ...declaration, inputs: { name: `$\{routers.edge}` } }], () => "demo");
    expect(text).toContain(`name: "$$\{routers.edge}"`);
  });
});
