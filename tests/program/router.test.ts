import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { describeOutput, resolved, startEngine } from "./mocks";

const NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OFFICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
const PLACE = { projectId: 1, regionId: 2 };

/** The router as the platform returns it. */
const LIVE = {
  routerId: "id-of-edge",
  status: "ACTIVE",
  region: "region-2",
  createdAt: "2026-01-01T00:00:00+0000",
  distributed: false,
  routes: [],
  interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.1", portId: "p", networkId: "n", macAddress: "m" }],
  externalGatewayInfo: {
    networkId: NETWORK,
    enableSnat: true,
    externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: OFFICE }],
  },
};

describe("a router in a program", () => {
  test("distinguishes null from a missing input", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null, routes: [] });
    await resolved(router.urn);
    const { inputs } = engine.of("edge");
    expect(inputs).toMatchObject({ externalGatewayInfo: null, routes: [] });
    expect(inputs).not.toHaveProperty("interfaces");
  });

  test("accepts undefined for missing inputs, at any depth", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      name: undefined,
      routes: pulumi.output(undefined),
      externalGatewayInfo: { networkId: NETWORK, enableSnat: undefined },
    });
    await resolved(router.urn);
    const { inputs } = engine.of("edge");
    expect(inputs).toMatchObject({ ...PLACE, externalGatewayInfo: { networkId: NETWORK } });
    expect(JSON.stringify(inputs)).not.toMatch(/"(name|routes|enableSnat)":/);
  });

  test("does not change its arguments", async () => {
    await startEngine();
    const args = Object.freeze({ ...PLACE, name: "edge-router" });
    await resolved(new cloudplatform.Router("edge", args).urn);
    expect(args).toEqual({ ...PLACE, name: "edge-router" });
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

  test("is not registered with invalid timeouts", async () => {
    await startEngine();
    const customTimeouts = { create: "soon", delete: "5m", update: "10" };
    expect(() => new cloudplatform.Router("edge", PLACE, { customTimeouts })).toThrow(
      'Router "edge": customTimeouts.create must be a duration, such as "10m" or "90s"\n' +
        'Router "edge": customTimeouts.update must be a duration, such as "10m" or "90s"',
    );
  });
});

describe("in a preview", () => {
  const preview = { preview: true };

  test("an incomplete gateway is unknown, so programs never see a part of it", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      externalGatewayInfo: { networkId: NETWORK },
    });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({ known: false });
  });

  test("both are known for an unchanged router", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, ...LIVE }), preview);
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: OFFICE }],
    });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({
      known: true,
      value: LIVE.externalGatewayInfo,
    });
    expect(await describeOutput(router.interfaces)).toMatchObject({ known: true, value: LIVE.interfaces });
  });

  test("both are known for an unchanged router, also if the deployment returns no more", async () => {
    await startEngine(
      ({ inputs }) => ({
        ...inputs,
        __declared: ["externalGatewayInfo", "externalGatewayInfo.networkId", "interfaces"],
      }),
      preview,
    );
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      routerId: OFFICE,
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: OFFICE }],
    });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({
      known: true,
      value: { networkId: NETWORK },
    });
    expect(await describeOutput(router.interfaces)).toMatchObject({
      known: true,
      value: [{ subnetId: OFFICE }],
    });
  });

  test("no gateway and no interfaces are known", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null, interfaces: [] });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({ known: true, value: null });
    expect(await describeOutput(router.interfaces)).toMatchObject({ known: true, value: [] });
  });
});
