import { describe, expect, test } from "@jest/globals";
import { DynamicProvider } from "../../../sdk/src/doors/dynamic/dynamic-provider";
import type { AnyResource } from "../../../sdk/src/operation/resource";
import { checkInputs, printable } from "../../../sdk/src/provider/check";
import { ResourceProvider } from "../../../sdk/src/provider/provider";
import { handler as settings } from "../../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../sdk/src/util/json";
import { startProcess } from "../../support/in-process-resource";
import { settingsOf } from "../../support/settings";

// The engine prints a failure with the value of its property: `property name value {&{{x}}} has a problem: must be
// …`. Without a property it prints no value.

test("a default name differs between stacks of the same name in two organizations", () => {
  const urn = "urn:pulumi:dev::network::pulumi-nodejs:dynamic/cloudplatform:Router::edge";
  const nameIn = (organization?: string) =>
    checkInputs(router as unknown as AnyResource, {}, { projectId: 1, regionId: 2 }, { urn, organization })
      .inputs.name;
  expect(nameIn()).toMatch(/^edge-[0-9a-f]{7}$/);
  expect(new Set([nameIn(), nameIn("one"), nameIn("other")]).size).toBe(3);
});

const INPUTS = { name: "x", size: 0, empty: "", gateway: { networkId: "x" }, routes: null };

test.each<[string, string, string[], boolean]>([
  ["is a text", "name", ["other"], true],
  ["is 0", "size", [], true],
  ["is empty", "empty", [], true],
  ["is an object", "gateway", [], true],
  ["is one of several secrets", "size", ["name", "size"], false],
  ["is nested", "gateway.networkId", [], false],
  ["is nested in a list", "interfaces[0].subnetId", [], false],
  ["is missing", "regionId", [], false],
  ["is missing, with a name that every object has", "constructor", [], false],
  ["is null", "routes", [], false],
])(
  "a failure of an input has a property if its value can be printed, or else names it in the message: %s",
  (_, property, secret, isKept) => {
    const reason = "must be another one";
    expect(printable({ property, reason }, INPUTS, secret)).toEqual(
      isKept ? { property, reason } : { property: "", reason: `${property} ${reason}` },
    );
  },
);

describe("the failures that the engine receives", () => {
  async function failuresOf(handler: { type: string }, inputs: JsonObject) {
    const { session } = startProcess();
    const provider = new ResourceProvider(handler as unknown as AnyResource, session);
    const protocol = new DynamicProvider(() => provider);
    const account = { baseUrl: "https://api.example.com", apiKey: "a-key-of-an-account" };
    protocol.configure({ config: settingsOf(account) });
    const __urn = `urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:${handler.type}::one`;
    return (await protocol.check({}, { ...inputs, __urn })).failures;
  }

  test("have no property for an invalid secret, whose value would be printed", async () => {
    const inputs = { resellerId: 8, email: "hunter2", notificationType: "failed_login" };
    expect(await failuresOf(settings, { ...inputs, __secret: ["email"] })).toEqual([
      { property: "", reason: 'email must be an e-mail address, such as "ops@example.com"' },
    ]);
    expect(await failuresOf(settings, inputs)).toEqual([
      { property: "email", reason: 'must be an e-mail address, such as "ops@example.com"' },
    ]);
  });

  test("do not quote an invalid nested secret in the details of the reason", async () => {
    const routes = [{ destination: "10.77.88.99/24", nexthop: "10.0.0.1" }];
    const inputs = { projectId: 1, regionId: 2, name: "edge-router", routes, __secret: ["routes"] };
    const reason = "routes[0].destination has bits set to the right of its prefix";
    expect(await failuresOf(router, inputs)).toEqual([{ property: "", reason }]);
  });
});
