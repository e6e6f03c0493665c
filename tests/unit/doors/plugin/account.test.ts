import { afterEach, expect, test } from "@jest/globals";
import { Account } from "../../../../sdk/src/doors/plugin/account";
import { received, struct } from "../../../../sdk/src/doors/plugin/values";
import { messages } from "../../../../sdk/src/pulumi/internals/protocol";
import type { JsonObject } from "../../../../sdk/src/util/json";

// The settings of providers in other languages. tests/languages/sdks.exhaustive.test.ts has them with the real CLI.

const urnOf = (name: string) => `urn:pulumi:dev::demo::pulumi:providers:cloudplatform::${name}`;

function check(settings: JsonObject, name = "default", secret = ["apiKey"]) {
  const request = new messages.CheckRequest().setUrn(urnOf(name)).setNews(struct(settings, secret));
  const response = new Account().checkConfig(request);
  return {
    ...received(response.getInputs()),
    failures: response.getFailuresList().map((failure) => failure.getReason()),
  };
}

function configured(settings: JsonObject, name: string): Account {
  const account = new Account();
  account.configure(
    new messages.ConfigureRequest().setUrn(urnOf(name)).setArgs(struct(settings, ["apiKey"])),
  );
  return account;
}

afterEach(() => {
  delete process.env.PULUMI_CONFIG;
});

test("a misspelt setting fails, under the name of the configuration or of the provider", () => {
  expect(check({ taskTimeuot: "10m" }).failures).toEqual([
    expect.stringMatching(/^cloudplatform:taskTimeuot is not a setting .*"taskTimeout".*\[unknown-setting\]/),
  ]);
  expect(check({ apiKye: "12345678" }, "reseller").failures).toEqual([
    expect.stringMatching(/^Provider "reseller": apiKye is not an argument .*\[unknown-provider-argument\]/),
  ]);
});

test("the version of the plugin is not a setting", () => {
  expect(check({ version: "0.1.0" })).toMatchObject({ failures: [], values: {} });
});

test("the key is always secret, also one that the program has in clear text", () => {
  expect(check({ apiKey: "a-key-of-somebody" })).toMatchObject({ secret: ["apiKey"] });
});

test("a secret setting stays secret, also one of the stack that the program has not declared", () => {
  process.env.PULUMI_CONFIG = JSON.stringify({ baseUrl: "https://a.example.com", logFile: "hunter2" });
  const own = { maxRetries: 3, taskTimeout: "10m" };
  const { secret } = check(own, "reseller", ["taskTimeout"]);
  expect(secret.sort()).toEqual(["baseUrl", "logFile", "taskTimeout"]);
  expect(check({ logFile: "hunter2" }, "default", ["logFile"]).secret).toEqual(["logFile"]);
});

test("a provider of the program has the settings of the stack that it does not have itself", () => {
  process.env.PULUMI_CONFIG = JSON.stringify({
    apiKey: "key-of-the-stack",
    baseUrl: "https://a.example.com",
  });
  const own = { apiKey: "key-of-the-reseller", maxRetries: 3 };
  expect(check(own, "reseller").values).toEqual({ ...own, baseUrl: "https://a.example.com" });
  // The engine gives the default provider the configuration itself.
  expect(check({ apiKey: "key-of-the-stack" }).values).toEqual({ apiKey: "key-of-the-stack" });
});

test("the settings are texts, and errors about a key name the provider that has it", () => {
  process.env.PULUMI_CONFIG = JSON.stringify({ apiKey: "key-of-the-stack" });
  const reseller = configured({ apiKey: "key-of-the-reseller", maxRetries: 3 }, "reseller");
  expect(reseller.get("cloudplatform:maxRetries")).toBe("3");
  expect(reseller.get("cloudplatform:baseUrl")).toBeUndefined();
  expect(reseller.keyOwner).toBe("reseller");
  expect(configured({ apiKey: "key-of-the-stack" }, "studio").keyOwner).toBeUndefined();
  expect(configured({ apiKey: "key-of-the-stack" }, "default_0_1_0").keyOwner).toBeUndefined();
});
