import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { declareStack } from "../../sdk/src/stack/declare";
import { NETWORK } from "../support/platform";
import { failureOf } from "../support/until";
import { UNKNOWN_CONFIG } from "../unit/stack/invalid";
import { describeOutput, type Engine, resolved, resultOf, startEngine, unwrapped } from "./mocks";

// Declarative stacks, under Pulumi's mocks.

let engine: Engine;

beforeEach(async () => {
  engine = await startEngine();
});

/** Sets the configuration like the engine: every value is a text. */
function configure(config: Record<string, unknown>, secretKeys: string[] = []): void {
  const texts = Object.entries(config).map(([key, value]) => [
    key,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  pulumi.runtime.setAllConfig(Object.fromEntries(texts), secretKeys);
}

const LOGINS = { resellerId: 8, email: "${config.oncall}", notificationType: "failed_login" };
const SECTION = "cloudplatform:resellerNotificationSettings";

/** Declares the stack, and waits until this resource is registered. Returns its inputs without the marks of secrets. */
async function inputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  await resolved(declareStack().ids[kind]?.[name] as pulumi.Output<string>);
  return plain(engine.of(name).inputs);
}

function plain(inputs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, unwrapped(value)]));
}

describe("secrets", () => {
  test("a reference to a secret is secret, and no other value is", async () => {
    configure({ "project:oncall": "oncall@example.com", [SECTION]: { logins: LOGINS } }, ["project:oncall"]);
    expect(await inputsOf("resellerNotificationSettings", "logins")).toMatchObject({
      email: "oncall@example.com",
      __secret: ["email"],
    });
  });

  test("all values of a section with a secret are secret, because Pulumi does not tell which one is", async () => {
    configure({ [SECTION]: { logins: { ...LOGINS, email: "oncall@example.com" } } }, [SECTION]);
    expect(await inputsOf("resellerNotificationSettings", "logins")).toMatchObject({
      __secret: ["resellerId", "email", "notificationType"],
    });
  });

  test("an output with a secret is secret", async () => {
    configure({ "project:oncall": "a@example.com", "cloudplatform:outputs": { to: "to ${config.oncall}" } }, [
      "project:oncall",
    ]);
    const { outputs } = declareStack();
    expect(await describeOutput(outputs.to as pulumi.Output<string>)).toMatchObject({
      value: "to a@example.com",
      secret: true,
    });
  });

  test("a problem does not quote a secret value", () => {
    const routes = [{ destination: "10.0.0.1/24", nexthop: "10.0.0.1" }];
    configure({ "cloudplatform:routers": { edge: { projectId: 1, regionId: 2, routes } } }, [
      "cloudplatform:routers",
    ]);
    expect(declareStack).toThrow(
      /routers\.edge\.routes\[0\]\.destination has bits set to the right of its prefix$/,
    );
  });
});

describe("a section with a secret", () => {
  const section = "cloudplatform:quotaLimitRequests";
  const described = (description: string) => ({
    [section]: { more: { description, requestedLimits: { globalLimits: { projectCountLimit: 9 } } } },
  });

  test("has no references: a text that looks like one is a part of the secret", async () => {
    configure(described("pass-${a.b}-$${word}-${"), [section]);
    expect(await inputsOf("quotaLimitRequests", "more")).toMatchObject({
      description: "pass-${a.b}-$${word}-${",
    });
  });

  test("may not have what looks like a known reference, and the problem does not quote the text", () => {
    configure({ "project:x": "y", ...described("pass-${config.x}-word") }, [section]);
    expect(declareStack).toThrow(/- quotaLimitRequests\.more\.description looks like a reference, [^$]*$/);
  });
});

describe("references to outputs", () => {
  test.each(["name.constructor", "name.length", "routes.length", "externalGatewayInfo.__proto__"])(
    "%s has no value",
    async (path) => {
      configure({
        "cloudplatform:routers": {
          edge: {
            projectId: 1,
            regionId: 2,
            name: "edge",
            routes: [],
            externalGatewayInfo: { networkId: NETWORK },
          },
        },
        "cloudplatform:outputs": { value: `$\{routers.edge.${path}}` },
      });
      expect((await failureOf(resultOf(declareStack().outputs.value))).message).toContain(
        `outputs.value refers to "routers.edge.${path}", which has no value`,
      );
    },
  );
});

test("a chain of entries may be longer than the call stack", async () => {
  const length = 1000;
  const retries = Array.from({ length }, (_, index) => [
    `r${index}`,
    {
      certId: index + 1,
      triggers: index + 1 < length ? [`$\{certificateForceRetries.r${index + 1}.certId}`] : [],
    },
  ]);
  configure({ "cloudplatform:certificateForceRetries": Object.fromEntries(retries) });
  expect(await inputsOf("certificateForceRetries", "r0")).toMatchObject({ triggers: [2] });
});

test("configuration that is nested too deeply is refused", () => {
  configure({ "cloudplatform:outputs": `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}` });
  expect(declareStack).toThrow(
    'the configuration "outputs" is nested deeper than 100 levels [nested-too-deeply]. ',
  );
});

describe("references to the configuration", () => {
  test.each([
    ["5", 5],
    ["5.0", "5.0"],
    ["007", "007"],
    ["true", true],
    ["ops@example.com", "ops@example.com"],
    ['{"id":[1,2]}', { id: [1, 2] }],
  ])("%s", async (text, value) => {
    configure({ "project:x": text, "cloudplatform:outputs": { value: "${config.x}" } });
    expect(await resolved(declareStack().outputs.value as pulumi.Output<unknown>)).toEqual(value);
  });

  test("may name a nested value", async () => {
    configure({ "project:x": { id: [1, 2] }, "cloudplatform:outputs": { value: "n${config.x.id[1]}" } });
    expect(await resolved(declareStack().outputs.value as pulumi.Output<unknown>)).toBe("n2");
  });

  test("are rejected if the value is not set", () => {
    configure({ "project:email": "a@example.com", ...UNKNOWN_CONFIG.config });
    expect(declareStack).toThrow(`- ${UNKNOWN_CONFIG.problem}`);
  });
});

test("$${ stands for the characters ${", async () => {
  configure({ "cloudplatform:outputs": { literal: "$${config.x}" } });
  expect(declareStack().outputs.literal).toBe("${config.x}");
});

test("an account has the settings of its entry, and its key is secret", async () => {
  configure({
    "project:key": "reseller-key",
    "cloudplatform:accounts": { reseller: { apiKey: "${config.key}", maxRetries: 2 } },
    "cloudplatform:edgeGroupMemberships": { partner: { account: "reseller", groupId: 17, clientId: 42 } },
  });
  await inputsOf("edgeGroupMemberships", "partner");
  expect(plain(engine.of("reseller").inputs)).toMatchObject({
    "cloudplatform:apiKey": "reseller-key",
    "cloudplatform:maxRetries": "2",
  });
  expect(engine.of("partner").provider).toMatch(/reseller/);
});
