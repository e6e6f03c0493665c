import { describe, expect, test } from "@jest/globals";
import { fileValue } from "../../../sdk/src/cli/validate/validate-stack-file";
import { parseYaml } from "../../../sdk/src/cli/yaml";
import type { Json } from "../../../sdk/src/util/json";
import { FILES, REFUSED, REFUSED_BY_CLI, VALUES } from "./yaml-files";

// tests/engine/yaml.test.ts reads the same files with the Pulumi CLI.

const parse = (text: string) => parseYaml(text, "Pulumi.dev.yaml");

test.each(VALUES)("%s", (text, value) => {
  expect(parse(`a: [{ v: ${text} }]`)).toEqual({ a: [{ v: value }] });
});

test.each(FILES)("%j", (text, value) => {
  const { config } = parse(text) as { config: Record<string, Json> };
  expect(fileValue(config["demo:x"] as Json)).toEqual(value);
});

test.each(REFUSED)("%j is refused", (text) => {
  expect(() => parse(text)).toThrow(/^Pulumi\.dev\.yaml is (not YAML: |nested deeper than 100 levels )/);
});

test.each(REFUSED_BY_CLI)("%j is accepted, although the CLI refuses it", (text) => {
  expect(parse(text)).toMatchObject({ config: {} });
});

describe("limits", () => {
  test.each([
    ["an anchor that contains itself", "config: &a [*a]"],
    ["a list in many others", "[".repeat(101) + "]".repeat(101)],
    ["a list in too many others for the call stack", "[".repeat(100_000) + "]".repeat(100_000)],
  ])("%s is nested too deeply", (_, text) => {
    expect(() => parse(text)).toThrow("Pulumi.dev.yaml is nested deeper than 100 levels");
  });

  test("100 levels are accepted", () => {
    expect(parse("[".repeat(100) + "]".repeat(100))).toHaveLength(1);
  });

  test("values that aliases repeat count each time", () => {
    const levels = Array.from(
      { length: 20 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`)}]`,
    );
    expect(() => parse(["a0: &a0 x", ...levels].join("\n"))).toThrow(
      "Pulumi.dev.yaml has more than 100000 values [configuration-too-large]",
    );
  });

  test("a long file is not parsed", () => {
    expect(() => parse(" ".repeat(4_000_001))).toThrow("Pulumi.dev.yaml has more than 4000000 characters");
  });
});
