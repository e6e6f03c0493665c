import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { isPlainJson } from "../support/plain-json";
import { describeOutput, isSecret, resolved, startEngine, unwrapped } from "./mocks";

const TYPE = "pulumi-nodejs:dynamic/cloudplatform:Router";
const NETWORK = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const OFFICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3310";
const PLACE = { projectId: 1, regionId: 2 };

const OUTPUTS = [
  "routerId",
  "projectId",
  "regionId",
  "name",
  "status",
  "region",
  "createdAt",
  "distributed",
  "routes",
  "interfaces",
  "externalGatewayInfo",
] as const;

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

class Office extends pulumi.ComponentResource {
  readonly router: cloudplatform.Router;

  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("company:network:Office", name, {}, opts);
    this.router = new cloudplatform.Router(`${name}-router`, PLACE, { parent: this });
    this.registerOutputs({});
  }
}

describe("a router in a program", () => {
  test("is registered as a dynamic resource of the package, with the declared inputs only", async () => {
    const engine = await startEngine();
    const declared: cloudplatform.RouterArgs = {
      ...PLACE,
      name: "edge-router",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.1.13" }],
      interfaces: [{ subnetId: OFFICE }],
      ifExists: "adopt",
    };
    const router = new cloudplatform.Router("edge", declared);
    expect(await resolved(router.urn)).toBe(`urn:pulumi:dev::project::${TYPE}::edge`);
    expect(engine.registered).toEqual([
      {
        type: TYPE,
        name: "edge",
        provider: "",
        inputs: {
          ...declared,
          __provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router',
          __urn: `urn:pulumi:dev::project::${TYPE}::edge`,
        },
      },
    ]);
  });

  test("distinguishes null from a missing input", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null, routes: [] });
    await resolved(router.urn);
    const { inputs } = engine.of("edge");
    expect(inputs).toMatchObject({ externalGatewayInfo: null, routes: [] });
    expect(inputs).not.toHaveProperty("interfaces");
  });

  test("accepts outputs of other resources for every input", async () => {
    const engine = await startEngine();
    const other = new cloudplatform.Router("other", { ...PLACE, name: "other" });
    const router = new cloudplatform.Router("edge", {
      projectId: pulumi.output(1),
      regionId: other.regionId,
      name: pulumi.interpolate`${other.name}-2`,
      interfaces: [{ subnetId: other.routerId }],
    });
    await resolved(router.urn);
    expect(engine.of("edge").inputs).toMatchObject({
      ...PLACE,
      name: "other-2",
      interfaces: [{ subnetId: "id-of-other" }],
    });
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

  test("passes its timeouts as a hidden input, because the engine would not pass them on", async () => {
    const engine = await startEngine();
    const customTimeouts = { create: "5m", delete: "1h" };
    await resolved(new cloudplatform.Router("edge", PLACE, { customTimeouts }).urn);
    expect(engine.of("edge").inputs.__timeouts).toEqual(customTimeouts);
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

  test("passes its own URN, also as part of a component", async () => {
    const engine = await startEngine();
    const { router } = new Office("north");
    const urn = await resolved(router.urn);
    expect(urn).toContain(`company:network:Office$${TYPE}::north-router`);
    expect(engine.of("north-router").inputs.__urn).toBe(urn);
  });

  test("is registered with plain values only", async () => {
    const engine = await startEngine();
    await resolved(new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null }).urn);
    expect(isPlainJson(engine.of("edge").inputs)).toBe(true);
  });
});

describe("the outputs of a router", () => {
  test("all resolve to the values of the platform", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, ...LIVE }));
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      name: "edge-router",
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: OFFICE }],
    });
    const values = await Promise.all(
      OUTPUTS.map(async (name) => [name, await resolved<unknown>(router[name])]),
    );
    expect(Object.fromEntries(values)).toEqual({ ...PLACE, name: "edge-router", ...LIVE });
  });

  test("all resolve, also if the deployment does not return them", async () => {
    await startEngine();
    const router = new cloudplatform.Router("edge", { ...PLACE, routerId: OFFICE });
    const values = await Promise.all(
      OUTPUTS.map(async (name) => [name, await resolved<unknown>(router[name])]),
    );
    expect(Object.fromEntries(values)).toEqual({
      ...PLACE,
      routerId: "id-of-edge",
      ...Object.fromEntries(
        OUTPUTS.filter((name) => !["projectId", "regionId", "routerId"].includes(name)).map((name) => [
          name,
          undefined,
        ]),
      ),
    });
  });

  test("are those that this test lists", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, ...LIVE, name: "edge" }));
    const router = new cloudplatform.Router("edge", PLACE);
    const names = Object.entries(router)
      .filter(([name, value]) => pulumi.Output.isInstance(value) && !name.startsWith("__"))
      .map(([name]) => name);
    expect(names.filter((name) => !["id", "urn"].includes(name)).sort()).toEqual([...OUTPUTS].sort());
  });

  test("are secret for secret inputs only", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      name: pulumi.secret("hidden-router"),
      externalGatewayInfo: { networkId: pulumi.secret(NETWORK) },
    });
    expect(await describeOutput(router.name)).toEqual({ known: true, secret: true, value: "hidden-router" });
    expect(await describeOutput(router.externalGatewayInfo)).toMatchObject({ secret: true });
    expect(await describeOutput(router.projectId)).toMatchObject({ secret: false });
    const { inputs } = engine.of("edge");
    expect(isSecret(inputs.name)).toBe(true);
    expect(unwrapped(inputs.name)).toBe("hidden-router");
    expect(isSecret(inputs.projectId)).toBe(false);
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
    let met = false;
    router.externalGatewayInfo.apply(() => {
      met = true;
    });
    await describeOutput(
      router.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress),
    );
    expect(met).toBe(false);
  });

  test("interfaces without ports are unknown", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, interfaces: [{ subnetId: OFFICE }] });
    expect(await describeOutput(router.interfaces)).toMatchObject({ known: false });
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

  test("declared values are known, and those of the platform are unknown", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, name: "edge-router", routes: [] });
    expect(await describeOutput(router.name)).toMatchObject({ known: true, value: "edge-router" });
    expect(await describeOutput(router.routes)).toMatchObject({ known: true, value: [] });
    expect(await describeOutput(router.projectId)).toMatchObject({ known: true, value: 1 });
    for (const name of ["routerId", "status", "region", "createdAt", "distributed"] as const)
      expect([name, (await describeOutput<unknown>(router[name])).known]).toEqual([name, false]);
  });

  test("an unknown value is registered as unknown", async () => {
    const engine = await startEngine(undefined, preview);
    const other = new cloudplatform.Router("other", PLACE);
    const router = new cloudplatform.Router("edge", { ...PLACE, interfaces: [{ subnetId: other.routerId }] });
    await describeOutput(router.interfaces);
    expect(engine.of("edge").inputs.interfaces).not.toEqual([{ subnetId: expect.stringContaining("id-of") }]);
  });
});
