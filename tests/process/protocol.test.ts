import { describe, expect, test } from "@jest/globals";
import { CREATE, changes, NETWORK } from "../support/platform";
import { type Properties, ROUTER_TEXT } from "../support/provider-process";
import { checked, registered, useProcesses } from "./processes";

// The real dynamic-provider process, called like the engine calls it, without an engine.

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const UNKNOWN_NUMBER = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";

const { platformOf, processOf } = useProcesses();

const declared = (args: Properties) => registered({ projectId: 1, regionId: 2, ...args });

describe("each method of the protocol", () => {
  test("accepts the results of the others, from the creation of a router to its deletion", async () => {
    const platform = await platformOf();
    const process = await processOf(platform);

    const first = await process.check(
      declared({ name: "edge-router", externalGatewayInfo: { networkId: NETWORK } }),
    );
    expect(first).toEqual({
      inputs: {
        __provider: ROUTER_TEXT,
        projectId: 1,
        regionId: 2,
        name: "edge-router",
        externalGatewayInfo: { networkId: NETWORK },
      },
      failures: [],
    });

    const { id, outputs } = await process.create(first.inputs);
    const record = platform.routers.get(id);
    expect(outputs).toEqual({
      __provider: ROUTER_TEXT,
      __declared: expect.arrayContaining(["name"]),
      projectId: 1,
      regionId: 2,
      routerId: id,
      name: "edge-router",
      status: "ACTIVE",
      region: "region-2",
      createdAt: record?.created_at,
      distributed: false,
      routes: [],
      interfaces: [],
      externalGatewayInfo: {
        networkId: NETWORK,
        enableSnat: true,
        externalFixedIps: record?.external_gateway_info?.external_fixed_ips.map((ip) => ({
          ipAddress: ip.ip_address,
          subnetId: ip.subnet_id,
        })),
      },
    });

    platform.clearRequests();
    expect(await process.diff(id, outputs, first.inputs)).toMatchObject({ changes: "none", replaces: [] });
    expect(platform.requests).toEqual([]);

    expect(await process.read(id, outputs)).toEqual({ id, outputs, inputs: first.inputs });

    const second = await process.check(declared({ name: "edge", externalGatewayInfo: null }), first.inputs);
    // null is a value: "no gateway" is different from an undeclared gateway.
    expect(second.inputs).toMatchObject({ externalGatewayInfo: null });
    expect(await process.diff(id, outputs, second.inputs)).toMatchObject({
      changes: "unknown",
      replaces: [],
    });
    const updated = await process.update(id, outputs, second.inputs);
    expect(updated.outputs).toMatchObject({ name: "edge", externalGatewayInfo: null, status: "ACTIVE" });
    expect(await process.diff(id, updated.outputs, second.inputs)).toMatchObject({ changes: "none" });

    const next = await processOf(platform);
    await next.delete(id, updated.outputs);
    expect(platform.routers.all()).toEqual([]);
    expect((await next.read(id, updated.outputs)).id).toBe("");
    expect(changes(platform).map(([call]) => call)).toEqual([
      "PATCH /cloud/v2/routers/1/2/{id}",
      "DELETE /cloud/v1/routers/1/2/{id}",
    ]);
  });

  test("many concurrent methods share the process", async () => {
    const platform = await platformOf({ taskTime: 300 });
    const process = await processOf(platform);
    const names = Array.from({ length: 12 }, (_, index) => `edge-${index}`);
    const created = await Promise.all(
      names.map(async (name) => {
        return process.create(await checked(process, { projectId: 1, regionId: 2, name }));
      }),
    );
    expect(platform.count(CREATE)).toBe(12);
    expect(created.map(({ id }) => platform.routers.get(id)?.name)).toEqual(names);
    const next = await processOf(platform);
    await Promise.all(created.map(({ id, outputs }) => next.delete(id, outputs)));
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("configuration", () => {
  test("is known to two concurrent checks right after the start, of which only one configures", async () => {
    const platform = await platformOf();
    const process = await processOf(platform);
    const checks = await Promise.all([
      process.check(declared({ name: "one" })),
      process.check(declared({ name: "two" })),
    ]);
    expect(checks.map(({ failures }) => failures)).toEqual([[], []]);
  });
});

describe("unknown values", () => {
  test("are accepted by check at any path", async () => {
    const process = await processOf({ url: "http://127.0.0.1:1" });
    const unknown = {
      projectId: UNKNOWN_NUMBER,
      name: UNKNOWN,
      externalGatewayInfo: { networkId: UNKNOWN, enableSnat: UNKNOWN },
      routes: [{ destination: "10.9.0.0/16", nexthop: UNKNOWN }],
      interfaces: [{ subnetId: UNKNOWN }, { subnetId: UNKNOWN }],
    };
    const { inputs, failures } = await process.check(declared(unknown));
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject(unknown);
  });
});
