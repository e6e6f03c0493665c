import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { CREATE, changes, NETWORK } from "../support/platform";
import { ROUTER_TEXT } from "../support/provider-process";
import { checked, registered, useProcesses } from "./processes";

// The real dynamic-provider process, called like the engine calls it, without an engine.

const { platformOf, processOf } = useProcesses();

const declared = (args: JsonObject) => registered({ projectId: 1, regionId: 2, ...args });

test("each method accepts the results of the others, from the creation of a router to its deletion", async () => {
  const platform = await platformOf();
  const process = await processOf(platform);
  const args = {
    projectId: 1,
    regionId: 2,
    name: "edge-router",
    externalGatewayInfo: { networkId: NETWORK },
  };

  const first = await process.check({}, registered(args));
  expect(first).toEqual({ inputs: { __provider: ROUTER_TEXT, ...args }, failures: [] });

  const { id, outs } = await process.create(first.inputs);
  const fixedIps = platform.routers.get(id)?.external_gateway_info?.external_fixed_ips ?? [];
  expect(outs).toMatchObject({
    ...{ __provider: ROUTER_TEXT, projectId: 1, regionId: 2, routerId: id, name: "edge-router" },
    externalGatewayInfo: {
      networkId: NETWORK,
      enableSnat: true,
      externalFixedIps: fixedIps.map((ip) => ({ ipAddress: ip.ip_address, subnetId: ip.subnet_id })),
    },
  });

  platform.clearRequests();
  expect(await process.diff(id, outs, first.inputs)).toMatchObject({ changes: false, replaces: [] });
  expect(platform.requests).toEqual([]);
  expect(await process.read(id, outs)).toEqual({ id, props: outs, inputs: first.inputs });

  const second = await process.check(first.inputs, declared({ name: "edge", externalGatewayInfo: null }));
  // null is a value: "no gateway" is different from an undeclared gateway.
  expect(second.inputs).toMatchObject({ externalGatewayInfo: null });
  const diff = await process.diff(id, outs, second.inputs);
  expect(diff).toMatchObject({ changes: undefined, replaces: [] });
  const updated = await process.update(id, outs, second.inputs);
  expect(updated.outs).toMatchObject({ name: "edge", externalGatewayInfo: null, status: "ACTIVE" });
  expect(await process.diff(id, updated.outs, second.inputs)).toMatchObject({ changes: false });

  const next = await processOf(platform);
  await next.delete(id, updated.outs);
  expect((await next.read(id, updated.outs)).id).toBe("");
  expect(changes(platform).map(([call]) => call)).toEqual([
    "PATCH /cloud/v2/routers/1/2/{id}",
    "DELETE /cloud/v1/routers/1/2/{id}",
  ]);
});

test("concurrent methods share the process, and its configuration from the start", async () => {
  const platform = await platformOf({ taskTime: 300 });
  const process = await processOf(platform);
  const names = Array.from({ length: 12 }, (_, index) => `edge-${index}`);
  const create = async (name: string) =>
    process.create(await checked(process, { projectId: 1, regionId: 2, name }));
  const created = await Promise.all(names.map(create));
  expect(platform.count(CREATE)).toBe(12);
  expect(created.map(({ id }) => platform.routers.get(id)?.name)).toEqual(names);
});
