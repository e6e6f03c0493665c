import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { describeOutput, type Engine, isSecret, resolved, startEngine, unwrapped } from "./mocks";

const PLACE = { projectId: 1, regionId: 2 };
const STACK_KEY = "key-of-the-stack";
const OTHER_KEY = "key-of-another-account";

let engine: Engine;

beforeEach(async () => {
  engine = await startEngine();
  configure({});
});

function configure(config: Record<string, string>, secrets: string[] = []): void {
  const named = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [`cloudplatform:${key}`, value]),
  );
  pulumi.runtime.setAllConfig(
    named,
    secrets.map((key) => `cloudplatform:${key}`),
  );
}

/** The inputs of a Provider with these arguments, and the names of the secret ones. */
async function settings(args?: cloudplatform.ProviderArgs) {
  const provider = new cloudplatform.Provider("account", args);
  await resolved(provider.urn);
  const { inputs } = engine.of("account");
  return {
    plain: Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, unwrapped(value)])),
    secrets: Object.keys(inputs).filter((key) => isSecret(inputs[key])),
  };
}

describe("a Provider", () => {
  test("is an instance of the engine's provider of dynamic resources", async () => {
    await settings({ apiKey: OTHER_KEY });
    expect(engine.of("account")).toMatchObject({ type: "pulumi:providers:pulumi-nodejs", name: "account" });
  });

  test("passes its arguments on under the keys of the stack's configuration, as texts", async () => {
    const { plain } = await settings({
      apiKey: OTHER_KEY,
      baseUrl: "https://api.example.com",
      requestTimeout: "10s",
      taskTimeout: "1h",
      maxRetries: 0,
      maxConcurrentRequests: 5,
      minPollInterval: "1s",
      maxPollInterval: "1m",
    });
    expect(plain).toEqual({
      "cloudplatform:apiKey": OTHER_KEY,
      "cloudplatform:baseUrl": "https://api.example.com",
      "cloudplatform:requestTimeout": "10s",
      "cloudplatform:taskTimeout": "1h",
      "cloudplatform:maxRetries": "0",
      "cloudplatform:maxConcurrentRequests": "5",
      "cloudplatform:minPollInterval": "1s",
      "cloudplatform:maxPollInterval": "1m",
    });
  });

  test("keeps the key secret, wherever it comes from, and no other setting", async () => {
    expect((await settings({ apiKey: OTHER_KEY, baseUrl: "https://api.example.com" })).secrets).toEqual([
      "cloudplatform:apiKey",
    ]);
    engine = await startEngine();
    configure({ apiKey: STACK_KEY, baseUrl: "https://api.example.com" }, ["apiKey"]);
    expect((await settings()).secrets).toEqual(["cloudplatform:apiKey"]);
    engine = await startEngine();
    configure({ apiKey: STACK_KEY });
    expect((await settings()).secrets).toEqual(["cloudplatform:apiKey"]);
  });

  test("has its arguments, and the stack's configuration for missing ones", async () => {
    configure({ apiKey: STACK_KEY, baseUrl: "https://stack.example.com", maxRetries: "7" }, ["apiKey"]);
    expect((await settings({ apiKey: OTHER_KEY, maxRetries: 1 })).plain).toEqual({
      "cloudplatform:apiKey": OTHER_KEY,
      "cloudplatform:baseUrl": "https://stack.example.com",
      "cloudplatform:maxRetries": "1",
    });
  });

  test("omits settings that nobody has set, so that the environment is used", async () => {
    expect((await settings()).plain).toEqual({});
    engine = await startEngine();
    expect((await settings({})).plain).toEqual({});
  });

  test("accepts outputs, and secrets remain secret", async () => {
    const { plain, secrets } = await settings({
      apiKey: pulumi.output(OTHER_KEY),
      baseUrl: pulumi.secret("https://hidden.example.com"),
      maxRetries: pulumi.output(3),
    });
    expect(plain).toEqual({
      "cloudplatform:apiKey": OTHER_KEY,
      "cloudplatform:baseUrl": "https://hidden.example.com",
      "cloudplatform:maxRetries": "3",
    });
    expect(secrets.sort()).toEqual(["cloudplatform:apiKey", "cloudplatform:baseUrl"]);
  });
});

describe("the key", () => {
  test("is in no resource, however it was set", async () => {
    configure({ apiKey: STACK_KEY }, ["apiKey"]);
    process.env.CLOUDPLATFORM_API_KEY = "key-of-the-environment";
    try {
      const provider = new cloudplatform.Provider("account", { apiKey: OTHER_KEY });
      const routers = [
        new cloudplatform.Router("one", PLACE),
        new cloudplatform.Router("two", { ...PLACE, externalGatewayInfo: null }, { provider }),
      ];
      for (const router of routers) await resolved(router.urn);
    } finally {
      delete process.env.CLOUDPLATFORM_API_KEY;
    }
    const text = JSON.stringify(
      engine.registered.filter(({ type }) => !type.startsWith("pulumi:providers:")),
    );
    expect(text).toContain('"one"');
    for (const key of [STACK_KEY, OTHER_KEY, "key-of-the-environment"]) expect(text).not.toContain(key);
  });

  test("is secret in every output of the provider", async () => {
    const provider = new cloudplatform.Provider("account", { apiKey: OTHER_KEY });
    await resolved(provider.urn);
    const outputs = await Promise.all(
      Object.values(provider).filter(pulumi.Output.isInstance).map(describeOutput),
    );
    expect(outputs.length).toBeGreaterThan(0);
    expect(outputs.filter(({ value, secret }) => value === OTHER_KEY && !secret)).toEqual([]);
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
  const owners = Object.keys(options).map((name) => [
    name,
    (engine.of(name).inputs as { __account?: string }).__account,
  ]);
  expect(Object.fromEntries(owners)).toEqual({ own: "account", inherited: "account" });
});
