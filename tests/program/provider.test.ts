import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { configure, type Engine, isSecret, resolved, startEngine, unwrapped } from "./mocks";

const PLACE = { projectId: 1, regionId: 2 };
const STACK_KEY = "key-of-the-stack";
const OTHER_KEY = "key-of-another-account";
const BASE_URL = "https://api.example.com";

let engine: Engine;

beforeEach(async () => {
  engine = await startEngine();
  configure({});
});

/** The inputs of a Provider with these arguments, without their namespace, and the names of the secret ones. */
async function settings(args?: cloudplatform.ProviderArgs) {
  engine = await startEngine();
  await resolved(new cloudplatform.Provider("account", args).urn);
  const inputs = Object.entries(engine.of("account").inputs).map(
    ([key, value]) => [key.replace(/^cloudplatform:/, ""), value] as const,
  );
  return {
    plain: Object.fromEntries(inputs.map(([key, value]) => [key, unwrapped(value)])),
    secrets: inputs.flatMap(([key, value]) => (isSecret(value) ? key : [])).sort(),
  };
}

describe("a Provider", () => {
  test("passes its arguments on under the keys of the stack's configuration, as texts", async () => {
    const texts = { apiKey: OTHER_KEY, baseUrl: BASE_URL, requestTimeout: "10s", taskTimeout: "1h" };
    const args = { ...texts, maxRetries: 0, maxConcurrentRequests: 5 };
    const { plain } = await settings(args);
    expect(plain).toEqual({ ...texts, maxRetries: "0", maxConcurrentRequests: "5" });
    const [registered] = engine.registered;
    expect(registered).toMatchObject({ type: "pulumi:providers:pulumi-nodejs", name: "account" });
    expect(registered?.inputs).toHaveProperty(["cloudplatform:apiKey"]);
  });

  test.each<[what: string, args: cloudplatform.ProviderArgs, secretKeys: string[]]>([
    ["an argument", { apiKey: OTHER_KEY }, []],
    ["a secret of the stack", {}, ["apiKey"]],
    ["the configuration of the stack in clear text", {}, []],
  ])("keeps the key secret, and no other setting, if it is %s", async (_, args, secretKeys) => {
    configure({ apiKey: STACK_KEY, baseUrl: BASE_URL }, secretKeys);
    expect((await settings(args)).secrets).toEqual(["apiKey"]);
  });

  test("has its arguments, and the stack's configuration for missing ones", async () => {
    configure({ apiKey: STACK_KEY, baseUrl: BASE_URL, maxRetries: "7" }, ["apiKey"]);
    expect((await settings({ apiKey: OTHER_KEY, maxRetries: 1 })).plain).toEqual({
      ...{ apiKey: OTHER_KEY, baseUrl: BASE_URL, maxRetries: "1" },
    });
  });

  test("omits settings that nobody has set, so that the environment is used", async () => {
    expect((await settings()).plain).toEqual({});
    expect((await settings({})).plain).toEqual({});
  });

  test("accepts outputs, and secrets remain secret", async () => {
    const [apiKey, baseUrl, maxRetries] = [
      pulumi.output(OTHER_KEY),
      pulumi.secret(BASE_URL),
      pulumi.output(3),
    ];
    expect(await settings({ apiKey, baseUrl, maxRetries })).toEqual({
      plain: { apiKey: OTHER_KEY, baseUrl: BASE_URL, maxRetries: "3" },
      secrets: ["apiKey", "baseUrl"],
    });
  });
});

test("a resource names its Provider to the process, for errors about the key, if the Provider has a key of its own", async () => {
  configure({ apiKey: STACK_KEY }, ["apiKey"]);
  const provider = new cloudplatform.Provider("account", { apiKey: OTHER_KEY });
  const other = new cloudplatform.Provider("same-key", { maxRetries: 1 });
  const parent = new pulumi.ComponentResource("demo:Office", "office", {}, { providers: [provider] });
  const options = { own: { provider }, inherited: { parent }, stack: {}, same: { provider: other } };
  for (const [name, opts] of Object.entries(options))
    await resolved(new cloudplatform.Router(name, PLACE, opts).urn);
  const owners = Object.keys(options).map((name) => [name, engine.of(name).inputs.__account]);
  expect(Object.fromEntries(owners)).toEqual({ own: "account", inherited: "account" });
});
