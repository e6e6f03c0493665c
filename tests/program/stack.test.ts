import { beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { declareStack } from "../../sdk/src/stack/declare";
import { NETWORK } from "../support/platform";
import { failureOf } from "../support/until";
import { UNKNOWN_CONFIG } from "../unit/stack/invalid";
import { configure, type Engine, resolved, startEngine, unwrapped } from "./mocks";

// Declarative stacks, under Pulumi's mocks.

let engine: Engine;

beforeEach(async () => {
  engine = await startEngine();
});

const PLACE = { projectId: 1, regionId: 2 };
const LOGINS = { resellerId: 8, email: "${config.oncall}", notificationType: "failed_login" };

/** Declares the stack, and waits until this resource is registered. Returns its inputs without the marks of secrets. */
async function inputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  await resolved(declareStack().ids[kind]?.[name] as pulumi.Output<string>);
  return registered(name);
}

const registered = (name: string) =>
  Object.fromEntries(
    Object.entries(engine.of(name).inputs).map(([key, value]) => [key, unwrapped(value)] as const),
  );

/** An output of the stack. */
const outputOf = (name: string) => pulumi.output(declareStack().outputs[name]);

describe("secrets", () => {
  const kind = "resellerNotificationSettings";

  test("a reference to a secret is secret, and no other value is", async () => {
    configure({ "project:oncall": "oncall@example.com", [kind]: { logins: LOGINS } }, ["project:oncall"]);
    expect(await inputsOf(kind, "logins")).toMatchObject({
      ...{ email: "oncall@example.com", __secret: ["email"] },
    });
  });

  test("all values of a section with a secret are secret, because Pulumi does not tell which one is", async () => {
    configure({ [kind]: { logins: { ...LOGINS, email: "oncall@example.com" } } }, [kind]);
    expect(await inputsOf(kind, "logins")).toMatchObject({
      __secret: ["resellerId", "email", "notificationType"],
    });
  });

  test("a problem does not quote a secret value", () => {
    const routes = [{ destination: "10.0.0.1/24", nexthop: "10.0.0.1" }];
    configure({ routers: { edge: { ...PLACE, routes } } }, ["routers"]);
    expect(declareStack).toThrow(
      /routers\.edge\.routes\[0\]\.destination has bits set to the right of its prefix$/,
    );
  });
});

describe("a section with a secret", () => {
  const kind = "quotaLimitRequests";
  const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
  const described = (description: string) => ({ [kind]: { more: { description, requestedLimits } } });

  test("has no references: a text that looks like one is a part of the secret", async () => {
    const description = "pass-${a.b}-$${word}-${";
    configure(described(description), [kind]);
    expect(await inputsOf(kind, "more")).toMatchObject({ description });
  });

  test("may not have what looks like a known reference, and the problem does not quote the text", () => {
    configure({ "project:x": "y", ...described("pass-${config.x}-word") }, [kind]);
    expect(declareStack).toThrow(/- quotaLimitRequests\.more\.description looks like a reference, [^$]*$/);
  });
});

test.each(["name.constructor", "name.length", "routes.length", "externalGatewayInfo.__proto__"])(
  "the output %s of a router has no value",
  async (path) => {
    const edge = { ...PLACE, name: "edge", routes: [], externalGatewayInfo: { networkId: NETWORK } };
    configure({ routers: { edge }, outputs: { value: `$\{routers.edge.${path}}` } });
    expect((await failureOf(resolved(outputOf("value")))).message).toContain(
      `outputs.value refers to "routers.edge.${path}", which has no value, or a value that cannot be a part of a text [reference-without-value]`,
    );
  },
);

test("configuration that is nested too deeply is refused", () => {
  configure({ outputs: `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}` });
  expect(declareStack).toThrow(
    'the configuration "outputs" is nested deeper than 100 levels [nested-too-deeply]. ',
  );
});

test.each([
  ["5", "${config.x}", 5],
  ["5.0", "${config.x}", "5.0"],
  ["007", "${config.x}", "007"],
  ["true", "${config.x}", true],
  ["ops@example.com", "${config.x}", "ops@example.com"],
  ['{"id":[1,2]}', "${config.x}", { id: [1, 2] }],
  ['{"id":[1,2]}', "n${config.x.id[1]}", "n2"],
  ["5", "$${config.x}", "${config.x}"],
])("with the configuration %s, the text %s becomes %j", async (x, text, value) => {
  configure({ "project:x": x, outputs: { value: text } });
  expect(await resolved(outputOf("value"))).toEqual(value);
});

test("a reference to configuration that is not set is refused", () => {
  configure({ "project:email": "a@example.com", ...UNKNOWN_CONFIG.config });
  expect(declareStack).toThrow(`- ${UNKNOWN_CONFIG.problem}`);
});
