import { describe, expect, test } from "@jest/globals";
import type { StateResource } from "../../../sdk/src/cli/pulumi";
import { declaredProvider, findProvider } from "../../../sdk/src/cli/stack-provider";

const type = "pulumi:providers:pulumi-nodejs";
const secret = (text: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(text),
});
const resources = ["default", "default_1_2_3", "reseller", "studio"].map(
  (name): StateResource => ({
    urn: `urn:pulumi:dev::demo::${type}::${name}`,
    type,
    inputs: {
      "cloudplatform:baseUrl": `https://${name}.example.com/`,
      "cloudplatform:apiKey": secret('a "key"'),
    },
  }),
);

test("the settings of a Provider are read, also if they are secret", () => {
  const { settings } = findProvider("studio", resources);
  expect(settings.get("cloudplatform:apiKey")).toBe('a "key"');
  expect(settings.get("cloudplatform:baseUrl")).toBe("https://studio.example.com/");
  expect(settings.get("cloudplatform:maxRetries")).toBeUndefined();
});

describe("the Provider of a resource", () => {
  const referenceTo = (name: string, of = type) => `urn:pulumi:dev::demo::${of}::${name}::6bd3`;

  test.each(["reseller", "default_reseller", "default_2", "defaults", "my-default"])(
    "comes from the program if it is called %s",
    (name) => {
      expect(declaredProvider(referenceTo(name))).toBe(`urn:pulumi:dev::demo::${type}::${name}`);
      const provider = { urn: `urn:pulumi:dev::demo::${type}::${name}`, type };
      expect(findProvider(name, [provider]).resource).toBe(provider);
    },
  );

  test("may belong to a component", () => {
    const inComponent = `my:index:Office$${type}`;
    expect(declaredProvider(referenceTo("reseller", inComponent))).toContain(inComponent);
  });

  // The engine adds the version of the resource option `version`, and the address of its plugin.
  test.each(["default", "default_3_1_2", "default_3_1_2_beta_4", "default_3_1_2_https___example.com"])(
    "comes from the engine if it is called %s",
    (name) => {
      expect(declaredProvider(referenceTo(name))).toBe("");
      expect(() => findProvider(name, [{ urn: `urn:pulumi:dev::demo::${type}::${name}`, type }])).toThrow(
        "it has none",
      );
    },
  );

  test("does not count if it belongs to another package", () => {
    expect(declaredProvider(referenceTo("east", "pulumi:providers:aws"))).toBe("");
  });
});
