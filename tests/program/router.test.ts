import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { NETWORK, OFFICE } from "../support/platform";
import { describeOutput, resolved, startEngine } from "./mocks";

const PLACE = { projectId: 1, regionId: 2 };

describe("a router in a program", () => {
  test("distinguishes null from a missing input, and accepts undefined for that at any depth", async () => {
    const engine = await startEngine();
    const args = Object.freeze({
      ...PLACE,
      name: undefined,
      routes: pulumi.output(undefined),
      externalGatewayInfo: { networkId: NETWORK, enableSnat: undefined },
    });
    await resolved(new cloudplatform.Router("edge", args).urn);
    await resolved(new cloudplatform.Router("bare", { ...PLACE, externalGatewayInfo: null, routes: [] }).urn);
    const { inputs } = engine.of("edge");
    expect(inputs).toMatchObject({ ...PLACE, externalGatewayInfo: { networkId: NETWORK } });
    expect(JSON.stringify(inputs)).not.toMatch(/"(name|routes|enableSnat|interfaces)":/);
    expect(engine.of("bare").inputs).toMatchObject({ externalGatewayInfo: null, routes: [] });
  });

  test.each([undefined, {}, { create: undefined as unknown as string }])(
    "has no hidden input for timeouts if there are none: %j",
    async (customTimeouts) => {
      const engine = await startEngine();
      const opts = customTimeouts ? { customTimeouts } : {};
      await resolved(new cloudplatform.Router("edge", PLACE, opts).urn);
      expect(engine.of("edge").inputs).not.toHaveProperty("__timeouts");
    },
  );

  test("cannot have invalid timeouts, which are reported together", async () => {
    await startEngine();
    const customTimeouts = { create: "soon", delete: "5m", update: "10" };
    expect(() => new cloudplatform.Router("edge", PLACE, { customTimeouts })).toThrow(
      'Router "edge": customTimeouts.create must be a duration, such as "10m" or "90s"\n' +
        'Router "edge": customTimeouts.update must be a duration, such as "10m" or "90s"',
    );
  });
});

const gateway = { networkId: NETWORK };
const declared = { externalGatewayInfo: gateway, interfaces: [{ subnetId: OFFICE }] };
const live = {
  externalGatewayInfo: {
    ...gateway,
    enableSnat: true,
    externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: OFFICE }],
  },
  interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.1", portId: "p", networkId: "n", macAddress: "m" }],
};
const __declared = ["externalGatewayInfo", "externalGatewayInfo.networkId", "interfaces"];
const none = { externalGatewayInfo: null, interfaces: [] };

test.each<[string, declared: object, returned: object, values: object]>([
  ["of an unchanged router are those of the platform", declared, live, live],
  [
    "of an unchanged router are known also if the deployment returns no more than is declared",
    { ...declared, routerId: OFFICE },
    { __declared },
    declared,
  ],
  ["are known if the router has none", none, {}, none],
])("the gateway and the interfaces in a preview %s", async (_, inputs, returned, values) => {
  await startEngine(({ inputs: registered }) => ({ ...registered, ...returned }), { preview: true });
  const router = new cloudplatform.Router("edge", { ...PLACE, ...inputs });
  const outputs = [router.externalGatewayInfo, router.interfaces] as pulumi.Output<unknown>[];
  expect(await Promise.all(outputs.map(describeOutput))).toMatchObject(
    Object.values(values).map((value) => ({ known: true, value })),
  );
});
