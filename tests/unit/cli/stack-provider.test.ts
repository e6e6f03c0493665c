import { expect, test } from "@jest/globals";
import type { StateResource } from "../../../sdk/src/cli/pulumi";
import { findProvider } from "../../../sdk/src/cli/stack-provider";

const type = "pulumi:providers:pulumi-nodejs";
const secret = (text: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(text),
});
const resources = ["default", "reseller", "studio"].map(
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

test("a Provider that the state does not have is an error with the names of those that it has", () => {
  expect(() => findProvider("other", resources)).toThrow(
    "the state of the stack has no Provider other; it has reseller, studio",
  );
  expect(() => findProvider("other", [])).toThrow(
    "the state of the stack has no Provider other; it has none",
  );
});
