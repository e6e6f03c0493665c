import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { isPlainJson } from "../support/plain-json";
import { isSecret, resolved, startEngine, tell, unwrapped } from "./mocks";

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

/** What the platform makes of a router. */
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

describe("a router that a program declares", () => {
  test("is registered as a dynamic resource of the package, with what was declared and no more", async () => {
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

  test("tells null from what is left out", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null, routes: [] });
    await resolved(router.urn);
    const { inputs } = engine.of("edge");
    expect(inputs).toMatchObject({ externalGatewayInfo: null, routes: [] });
    expect(inputs).not.toHaveProperty("interfaces");
  });

  test("takes outputs of other resources wherever it takes values", async () => {
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

  test("takes undefined for what is left out, at any depth", async () => {
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

  test("does not change the arguments that it was given", async () => {
    await startEngine();
    const args = Object.freeze({ ...PLACE, name: "edge-router" });
    await resolved(new cloudplatform.Router("edge", args).urn);
    expect(args).toEqual({ ...PLACE, name: "edge-router" });
  });

  test("carries its time-outs, which the engine would not hand on", async () => {
    const engine = await startEngine();
    const customTimeouts = { create: "5m", delete: "1h" };
    await resolved(new cloudplatform.Router("edge", PLACE, { customTimeouts }).urn);
    expect(engine.of("edge").inputs.__timeouts).toEqual(customTimeouts);
  });

  test.each([undefined, {}, { create: undefined as unknown as string }])(
    "carries no time-outs where there are none: %j",
    async (customTimeouts) => {
      const engine = await startEngine();
      const opts = customTimeouts ? { customTimeouts } : {};
      await resolved(new cloudplatform.Router("edge", PLACE, opts).urn);
      expect(engine.of("edge").inputs).not.toHaveProperty("__timeouts");
    },
  );

  test("knows its own URN, also as part of a component", async () => {
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

describe("its outputs", () => {
  test("resolve, each of them, to what the platform made", async () => {
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

  test("resolve, each of them, also where the deployment cannot tell", async () => {
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

  test("are the ones that this test knows of", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, ...LIVE, name: "edge" }));
    const router = new cloudplatform.Router("edge", PLACE);
    const names = Object.entries(router)
      .filter(([name, value]) => pulumi.Output.isInstance(value) && !name.startsWith("__"))
      .map(([name]) => name);
    expect(names.filter((name) => !["id", "urn"].includes(name)).sort()).toEqual([...OUTPUTS].sort());
  });

  test("that were secret inputs stay secret, and no others are", async () => {
    const engine = await startEngine();
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      name: pulumi.secret("hidden-router"),
      externalGatewayInfo: { networkId: pulumi.secret(NETWORK) },
    });
    expect(await tell(router.name)).toEqual({ known: true, secret: true, value: "hidden-router" });
    expect(await tell(router.externalGatewayInfo)).toMatchObject({ secret: true });
    expect(await tell(router.projectId)).toMatchObject({ secret: false });
    const { inputs } = engine.of("edge");
    expect(isSecret(inputs.name)).toBe(true);
    expect(unwrapped(inputs.name)).toBe("hidden-router");
    expect(isSecret(inputs.projectId)).toBe(false);
  });
});

describe("in a preview", () => {
  const preview = { preview: true };

  test("the gateway is unknown until it comes with its addresses: programs do not meet half of it", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      externalGatewayInfo: { networkId: NETWORK },
    });
    expect(await tell(router.externalGatewayInfo)).toMatchObject({ known: false });
    let met = false;
    router.externalGatewayInfo.apply(() => {
      met = true;
    });
    await tell(router.externalGatewayInfo.apply((gateway) => gateway?.externalFixedIps?.[0]?.ipAddress));
    expect(met).toBe(false);
  });

  test("the interfaces are unknown until they come with their ports", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, interfaces: [{ subnetId: OFFICE }] });
    expect(await tell(router.interfaces)).toMatchObject({ known: false });
  });

  test("both are known of a router that does not change", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, ...LIVE }), preview);
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: OFFICE }],
    });
    expect(await tell(router.externalGatewayInfo)).toMatchObject({
      known: true,
      value: LIVE.externalGatewayInfo,
    });
    expect(await tell(router.interfaces)).toMatchObject({ known: true, value: LIVE.interfaces });
  });

  test("both are known of a router that does not change, also where the deployment cannot tell more", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, __declared: "gik" }), preview);
    const router = new cloudplatform.Router("edge", {
      ...PLACE,
      routerId: OFFICE,
      externalGatewayInfo: { networkId: NETWORK },
      interfaces: [{ subnetId: OFFICE }],
    });
    expect(await tell(router.externalGatewayInfo)).toMatchObject({
      known: true,
      value: { networkId: NETWORK },
    });
    expect(await tell(router.interfaces)).toMatchObject({ known: true, value: [{ subnetId: OFFICE }] });
  });

  test("no gateway and no interfaces are known", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, externalGatewayInfo: null, interfaces: [] });
    expect(await tell(router.externalGatewayInfo)).toMatchObject({ known: true, value: null });
    expect(await tell(router.interfaces)).toMatchObject({ known: true, value: [] });
  });

  test("what is declared is known, and what the platform decides is not", async () => {
    await startEngine(undefined, preview);
    const router = new cloudplatform.Router("edge", { ...PLACE, name: "edge-router", routes: [] });
    expect(await tell(router.name)).toMatchObject({ known: true, value: "edge-router" });
    expect(await tell(router.routes)).toMatchObject({ known: true, value: [] });
    expect(await tell(router.projectId)).toMatchObject({ known: true, value: 1 });
    for (const name of ["routerId", "status", "region", "createdAt", "distributed"] as const)
      expect([name, (await tell<unknown>(router[name])).known]).toEqual([name, false]);
  });

  test("a value that is not known yet is registered as such", async () => {
    const engine = await startEngine(undefined, preview);
    const other = new cloudplatform.Router("other", PLACE);
    const router = new cloudplatform.Router("edge", { ...PLACE, interfaces: [{ subnetId: other.routerId }] });
    await tell(router.interfaces);
    expect(engine.of("edge").inputs.interfaces).not.toEqual([{ subnetId: expect.stringContaining("id-of") }]);
  });
});
