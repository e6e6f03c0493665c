import { afterEach, describe, expect, test } from "@jest/globals";
import type { RouterRecord, Simulator } from "../../../simulator/src";
import {
  type Call,
  closeAll,
  collection,
  networkId,
  start,
  startWithRouter,
  subnetA,
  subnetB,
  v1,
  v2,
} from "../../../simulator/testing/client";
import { expectInvalidFields, rowsByField } from "../../support/invalid-fields";

afterEach(closeAll);

async function create(sim: Simulator, call: Call, body: object): Promise<RouterRecord> {
  const answer = await call("POST", collection, body);
  const task = sim.tasks.all().find(({ id }) => id === answer.body.tasks[0]);
  const router = sim.routers.get(task?.created_resources?.routers?.[0] ?? "");
  if (router === undefined) throw new Error(`No router was created: ${answer.text} ${task?.error}`);
  return router;
}

const manual = (more: object = {}): object => ({ type: "manual", network_id: networkId, ...more });

describe("a creation", () => {
  test("is answered with a task, whose end names the router", async () => {
    const { sim, call } = await start({ now: () => Date.UTC(2026, 10, 21, 10) });
    const router = await create(sim, call, { name: "main" });
    expect((await call("GET", v1(router.id))).body).toMatchObject({
      id: router.id,
      name: "main",
      status: "ACTIVE",
      created_at: "2026-11-21T10:00:00+0000",
      updated_at: "2026-11-21T10:00:00+0000",
      distributed: false,
      project_id: 1,
      region_id: 2,
      region: "region-2",
      routes: [],
      interfaces: [],
      external_gateway_info: null,
      task_id: null,
      creator_task_id: sim.tasks.all()[0]?.id,
    });
  });

  test("shows the router during its creation", async () => {
    const { sim, call } = await start({ taskTime: "manual" });
    const [task] = (await call("POST", collection, { name: "main" })).body.tasks;
    const [building] = (await call("GET", collection)).body.results;
    expect(building).toMatchObject({ status: "BUILD", task_id: task, creator_task_id: task });
    sim.tasks.finish(task);
    expect(sim.routers.all()).toMatchObject([{ status: "ACTIVE", task_id: null, creator_task_id: task }]);
  });
});

describe("a creation is refused for", () => {
  const gateway = (external_gateway_info: object) => ({ name: "main", external_gateway_info });

  test.each(
    rowsByField({
      name: [{}, { name: "ab" }, { name: "a".repeat(64) }, { name: "main " }, { name: 123 }],
      nmae: [{ name: "main", nmae: "x" }],
      "external_gateway_info.type": [gateway({})],
      "external_gateway_info.network_id": [
        gateway({ type: "manual" }),
        gateway({ type: "default", network_id: networkId }),
      ],
      "external_gateway_info.enable_snat": [gateway(manual({ enable_snat: "true" }))],
      interfaces: [{ name: "main", interfaces: [{ subnet_id: subnetA }, { subnet_id: subnetA }] }],
      "routes.0.nexthop": [{ name: "main", routes: [{ destination: "10.9.0.0/16", nexthop: "10.0.0.9" }] }],
    }),
  )("%j because of %s", async (body, field) => {
    const { sim, call } = await start();
    expectInvalidFields(await call("POST", collection, body), field);
    expect(sim.tasks.all()).toEqual([]);
  });
});

describe("a list", () => {
  test("contains one project and region, in pages", async () => {
    const { sim, call } = await start();
    for (const name of ["one", "two", "three"]) sim.routers.add({ projectId: 1, regionId: 2, name });
    sim.routers.add({ projectId: 1, regionId: 3, name: "elsewhere" });
    const { body } = await call("GET", `${collection}?limit=1&offset=1`);
    expect(body.count).toBe(3);
    expect(body.results).toMatchObject([{ name: "two" }]);
  });
});

describe("an update", () => {
  test("of the gateway replaces it as a whole: source NAT is on again, and the address stays", async () => {
    const { sim, call } = await start();
    const before = await create(sim, call, {
      name: "main",
      external_gateway_info: manual({ enable_snat: false }),
    });
    await call("PATCH", v2(before.id), { external_gateway_info: { network_id: networkId } });
    expect(sim.routers.get(before.id)?.external_gateway_info).toEqual({
      ...before.external_gateway_info,
      enable_snat: true,
    });
    await call("PATCH", v2(before.id), { external_gateway_info: null });
    expect(sim.routers.get(before.id)?.external_gateway_info).toBeNull();
  });
});

describe("an update is refused for", () => {
  const via = (destination: string, nexthop = "10.0.0.9") => ({ routes: [{ destination, nexthop }] });

  test.each<[body: object, field: string]>([
    [{ interfaces: [] }, "interfaces"],
    [{ name: null }, "name"],
    [{ external_gateway_info: { type: "default" } }, "external_gateway_info.type"],
    [{ external_gateway_info: { enable_snat: false } }, "external_gateway_info.network_id"],
    [{ routes: null }, "routes"],
    [via("10.0.0.1/24"), "routes.0.destination"],
    [via("fd00::/64"), "routes.0.nexthop"],
  ])("%j because of %s", async (body, field) => {
    const { call, id } = await startWithRouter();
    const answer = await call("PATCH", v2(id), body);
    expect(answer).toMatchObject({ status: 400, body: { exception_class: "ValidationError" } });
    expect(Object.keys(answer.body.invalid_fields as object)).toContain(field);
  });
});

describe("next hops", () => {
  const routesTo = (nexthop: string): object => ({ routes: [{ destination: "10.9.0.0/16", nexthop }] });

  test.each([
    ["in an attached subnet", [subnetA], "192.168.4.9", 200],
    ["outside of the attached subnets", [subnetA], "192.168.5.9", 400],
    ["outside of them, if an unknown subnet is attached, too", [subnetA, subnetB], "172.16.0.1", 200],
  ])("%s: with %j, %s is answered %i", async (_, subnets, nexthop, status) => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetA, cidr: "192.168.4.0/24" });
    const interfaces = subnets.map((subnet_id) => ({ subnet_id }));
    const { id } = await create(sim, call, { name: "main", interfaces });
    expect((await call("PATCH", v2(id), routesTo(nexthop))).status).toBe(status);
  });

  test("may be in the gateway's subnet, also in that of the gateway of the same request", async () => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetB, cidr: "203.0.113.0/24", networkId });
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    expect((await call("PATCH", v2(id), routesTo("203.0.113.1"))).status).toBe(400);
    const both = { ...routesTo("203.0.113.1"), external_gateway_info: manual() };
    expect((await call("PATCH", v2(id), both)).status).toBe(200);
  });

  test("are accepted if only a gateway in an unknown network exists", async () => {
    const { sim, call } = await start();
    const { id } = await create(sim, call, { name: "main", external_gateway_info: manual() });
    expect((await call("PATCH", v2(id), routesTo("203.0.113.1"))).status).toBe(200);
  });
});

describe("attaching and detaching subnets", () => {
  test("twice: the first task locks the router for the second", async () => {
    const { call, id } = await startWithRouter();
    expect((await call("POST", `${v1(id)}/detach`, { subnet_id: subnetA })).status).toBe(404);
    await call("POST", `${v1(id)}/attach`, { subnet_id: subnetA });
    const again = await call("POST", `${v1(id)}/attach`, { subnet_id: subnetA });
    expect(again).toMatchObject({ status: 409, body: { exception_class: "ConflictError" } });
  });

  test("do not detach a known subnet that a route uses", async () => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetA, cidr: "192.168.4.0/24" });
    const { id } = await create(sim, call, {
      name: "main",
      interfaces: [{ subnet_id: subnetA }],
      routes: [{ destination: "10.9.0.0/16", nexthop: "192.168.4.9" }],
    });
    expect((await call("POST", `${v1(id)}/detach`, { subnet_id: subnetA })).status).toBe(409);
    await call("PATCH", v2(id), { routes: [] });
    expect((await call("POST", `${v1(id)}/detach`, { subnet_id: subnetA })).status).toBe(200);
  });

  test("give two routers in one subnet different addresses", async () => {
    const { sim, call } = await start();
    const interfaces = [{ subnet_id: subnetA }];
    const routers = [];
    for (const name of ["one", "two"]) routers.push(await create(sim, call, { name, interfaces }));
    const addresses = routers.map((router) => router.interfaces[0]?.ip_assignments[0]?.ip_address);
    expect(addresses).toEqual(["10.0.1.1", "10.0.1.2"]);
  });
});

describe("a running task locks its router", () => {
  test.each<[string, string, (id: string) => string, object | undefined]>([
    ["an update", "PATCH", v2, { name: "renamed" }],
    ["a deletion", "DELETE", v1, undefined],
    ["attaching", "POST", (id) => `${v1(id)}/attach`, { subnet_id: subnetA }],
    ["detaching", "POST", (id) => `${v1(id)}/detach`, { subnet_id: subnetA }],
  ])("against %s", async (_, method, path, change) => {
    const { call, id } = await startWithRouter({ taskTime: "manual" });
    const [task] = (await call("PATCH", v2(id), { name: "first" })).body.tasks;
    const answer = await call(method, path(id), change);
    const body = { exception_class: "ConflictError", message: expect.stringContaining(`${task}`) };
    expect(answer).toMatchObject({ status: 409, body });
  });

  test("and unlocks it when it fails", async () => {
    const { sim, call, id } = await startWithRouter({ taskTime: "manual" }, { name: "main" });
    await call("PATCH", v2(id), { name: "renamed" });
    sim.tasks.fail(undefined, "The agent is away");
    expect(sim.routers.get(id)).toMatchObject({ name: "main", task_id: null });
  });
});
