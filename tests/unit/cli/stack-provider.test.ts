import { describe, expect, test } from "@jest/globals";
import type { StateResource } from "../../../sdk/src/cli/pulumi";
import { declaredProvider, findProvider } from "../../../sdk/src/cli/stack-provider";
import { secret } from "../../support/preview-step";

const type = "pulumi:providers:pulumi-nodejs";
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

test("the settings of a provider of another language have no namespace, and may be numbers", () => {
  const token = "pulumi:providers:cloudplatform";
  const urn = `urn:pulumi:dev::demo::${token}::studio`;
  const inputs = { apiKey: secret("a-key-of-yaml"), maxRetries: 3 };
  const { settings } = findProvider("studio", [{ urn, type: token, inputs }]);
  expect(settings.get("cloudplatform:apiKey")).toBe("a-key-of-yaml");
  expect(settings.get("cloudplatform:maxRetries")).toBe("3");
  expect(declaredProvider(`${urn}::6bd3`)).toBe(urn);
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
