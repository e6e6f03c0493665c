import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import { InProcessResource } from "../../../support/in-process-resource";
import { changes, LAB, NETWORK, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import {
  ATTACH,
  args as base,
  DELETE,
  DETACH,
  gatewayIn,
  PATCH,
  PLACE,
  POST,
  ROUTE,
  setUp,
  setUpCreated,
} from "./setup";

// What the platform receives from the operations of a router, and what is then in the state. plan.test.ts has the steps of a
// change case by case.

test("a new router is searched by its name, created with one POST, awaited and read", async () => {
  const { platform, router } = await setUp();
  expect(await router.up(base)).toBe("create");
  const [created] = platform.routers.all();
  expect(platform.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /cloud/v1/routers/1/2",
    POST,
    "GET /cloud/v1/tasks",
    `GET /cloud/v1/routers/1/2/${created?.id}`,
  ]);
  expect(platform.requests[0]?.query).toMatchObject({ name: "edge-router" });
  expect(changes(platform)).toEqual([[POST, { name: "edge-router" }]]);
  expect(router.state?.id).toBe(created?.id);
  const none = { routes: [], interfaces: [], externalGatewayInfo: null };
  const { id: routerId, created_at: createdAt } = created ?? {};
  expect(router.outputs).toMatchObject({ ...base, routerId, createdAt, status: "ACTIVE", ...none });
});

test("a new router gets a fixed address in a subnet by attaching it, and then the routes that may need it", async () => {
  const { platform, router } = await setUp();
  await router.up({
    ...base,
    externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
    interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
    routes: [ROUTE],
  });
  const external_gateway_info = { type: "manual", network_id: NETWORK, enable_snat: false };
  expect(changes(platform)).toEqual([
    [
      POST,
      { name: "edge-router", external_gateway_info, interfaces: [{ subnet_id: OFFICE, type: "subnet" }] },
    ],
    [ATTACH, { subnet_id: LAB, ip_address: "10.0.2.7" }],
    [PATCH, { routes: [ROUTE] }],
  ]);
  expect(router.outputs.interfaces).toMatchObject([
    { subnetId: OFFICE, ipAddress: "10.0.1.1", portId: expect.any(String) },
    { subnetId: LAB, ipAddress: "10.0.2.7", portId: expect.any(String) },
  ]);
});

test("a default name derives from the resource's name, and is the same in every run", async () => {
  const { router, another } = await setUp();
  await router.up(PLACE);
  expect(router.outputs.name).toMatch(/^edge-[0-9a-f]{7}$/);
  expect((await another("edge").check(PLACE)).inputs.name).toBe(router.outputs.name);
  expect(await router.up(PLACE)).toBe("same");
});

test("the default name of any resource is valid, and differs from those of other resources", async () => {
  const { another } = await setUp();
  const names =
    "a|edge!|edge?|-|--- ---|über-größe|日本語|with / slashes: all|_underscore|trailing-|\u{1F600}".split(
      "|",
    );
  const resources = [...names, "x".repeat(500), `${"-".repeat(80)}x`];
  const found = new Set<unknown>();
  for (const name of resources) {
    const { inputs, failures } = await another(name).check(PLACE);
    expect(failures).toEqual([]);
    expect(inputs.name).toMatch(/^[a-zA-Z0-9][a-zA-Z 0-9._-]{1,61}[a-zA-Z0-9._]$/);
    found.add(inputs.name);
  }
  expect(found.size).toBe(resources.length);
});

test("invalid inputs are reported together with an invalid configuration", async () => {
  const resource = new InProcessResource(handler, { baseUrl: "api.example.com", apiKey: "two words" });
  const { failures } = await resource.check({ ...base, projectId: 0 });
  expect(failures.map(({ property, reason }) => [property, reason.split(" ")[0]])).toEqual([
    ["", "cloudplatform:apiKey"],
    ["", "cloudplatform:baseUrl"],
    ["projectId", "must"],
  ]);
});

test("an empty object means no gateway, as null", async () => {
  const gateway = { networkId: NETWORK, enableSnat: false };
  const { platform, router } = await setUpCreated({ ...base, externalGatewayInfo: gateway });
  await router.up({ ...base, externalGatewayInfo: {} });
  expect(changes(platform)).toEqual([[PATCH, { external_gateway_info: null }]]);
  expect(await router.up({ ...base, externalGatewayInfo: null })).toBe("same");
});

test("an update attaches, sends one PATCH and detaches, and resets what is then removed from the program", async () => {
  const via = (nexthop: string) => [{ destination: "192.168.7.0/24", nexthop }];
  const before = { externalGatewayInfo: { networkId: NETWORK }, interfaces: [{ subnetId: OFFICE }] };
  const { platform, router } = await setUpCreated({ ...base, ...before, routes: via("10.0.1.13") });
  const after = { ...base, name: "edge", interfaces: [{ subnetId: LAB }], routes: via("10.0.2.13") };
  expect(await router.up(after)).toBe("update");
  expect(changes(platform)).toEqual([
    [ATTACH, { subnet_id: LAB }],
    [PATCH, { name: "edge", external_gateway_info: null, routes: via("10.0.2.13") }],
    [DETACH, { subnet_id: OFFICE }],
  ]);
  expect(router.outputs).toMatchObject({ ...after, externalGatewayInfo: null });
  expect(await router.up(after)).toBe("same");
  platform.clearRequests();
  await router.up({ ...base, name: "edge" });
  expect(changes(platform)).toEqual([
    [PATCH, { routes: [] }],
    [DETACH, { subnet_id: LAB }],
  ]);
});

test("a refresh shows that others have changed a default gateway, and the next run repairs it with one PATCH", async () => {
  const declared = { ...base, externalGatewayInfo: { type: "default", enableSnat: true } };
  const { router, platform, id } = await setUpCreated(declared);
  platform.routers.change(id, { external_gateway_info: gatewayIn(OTHER_NETWORK) });
  await router.refresh();
  expect(router.inputs).toEqual({ ...base, externalGatewayInfo: { type: "default", enableSnat: false } });
  expect(await router.up(declared)).toBe("update");
  expect(changes(platform).map(([call]) => call)).toEqual([PATCH]);
  expect(await router.up(declared)).toBe("same");
});

test("a replacement with --replace keeps the same router with ifExists adopt", async () => {
  const args = { ...base, ifExists: "adopt" };
  const { router, platform, id } = await setUpCreated(args);
  await router.replaceBy(args);
  expect(changes(platform)).toEqual([]);
  expect(router.state?.id).toBe(id);
  expect(platform.routers.get(id)).toBeDefined();
});

test("a deletion removes routes and subnets first if the platform requires that", async () => {
  const declared = { ...base, interfaces: [{ subnetId: OFFICE }], routes: [ROUTE] };
  const { router, platform } = await setUpCreated(declared, { deleteWithSubnets: false });
  await router.destroy();
  expect(changes(platform)).toEqual([
    [DELETE],
    [PATCH, { routes: [] }],
    [DETACH, { subnet_id: OFFICE }],
    [DELETE],
  ]);
  expect(platform.routers.all()).toEqual([]);
});
