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
    expect((await call("GET", v1(router.id))).body).toEqual({
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

  test("attaches subnets, which are only in ip_assignments", async () => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetA, cidr: "192.168.4.0/24", networkId });
    const { interfaces } = await create(sim, call, {
      name: "main",
      interfaces: [{ subnet_id: subnetA, type: "subnet" }],
    });
    expect(interfaces).toEqual([
      {
        port_id: expect.any(String),
        network_id: networkId,
        mac_address: expect.stringMatching(/^fa:16:3e(:[0-9a-f]{2}){3}$/),
        ip_assignments: [{ ip_address: "192.168.4.1", subnet_id: subnetA }],
      },
    ]);
  });

  test("gives a manual gateway its network, source NAT by default, and no type", async () => {
    const { sim, call } = await start();
    const router = await create(sim, call, { name: "main", external_gateway_info: manual() });
    expect(router.external_gateway_info).toEqual({
      network_id: networkId,
      enable_snat: true,
      external_fixed_ips: [{ ip_address: expect.any(String), subnet_id: expect.any(String) }],
    });
  });

  test("gives a default gateway the external network of the region", async () => {
    const { sim, call } = await start();
    const gateway = { type: "default", enable_snat: false };
    const routers = [];
    for (const name of ["one", "two"])
      routers.push(await create(sim, call, { name, external_gateway_info: gateway }));
    const [one, two] = routers.map((router) => router.external_gateway_info);
    expect(one?.network_id).toBe(two?.network_id);
    expect(one?.enable_snat).toBe(false);
    expect(one?.external_fixed_ips).not.toEqual(two?.external_fixed_ips);
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
  const route = { destination: "10.9.0.0/16", nexthop: "10.0.0.9" };

  test.each(
    rowsByField({
      name: [
        {},
        { name: "ab" },
        { name: "a".repeat(64) },
        { name: "main " },
        { name: "m\\in" },
        { name: 123 },
      ],
      nmae: [{ name: "main", nmae: "x" }],
      "external_gateway_info.type": [{ name: "main", external_gateway_info: {} }],
      "external_gateway_info.network_id": [
        { name: "main", external_gateway_info: { type: "manual" } },
        { name: "main", external_gateway_info: { type: "default", network_id: networkId } },
      ],
      "external_gateway_info.enable_snat": [
        { name: "main", external_gateway_info: manual({ enable_snat: "true" }) },
      ],
      routes: [{ name: "main", routes: null }],
      "interfaces.0.subnet_id": [{ name: "main", interfaces: [{}] }],
      interfaces: [{ name: "main", interfaces: [{ subnet_id: subnetA }, { subnet_id: subnetA }] }],
      "routes.0.nexthop": [{ name: "main", routes: [route] }],
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
  test("that changes nothing starts no task", async () => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetA, cidr: "10.0.0.0/24" });
    const router = await create(sim, call, {
      name: "main",
      external_gateway_info: manual(),
      interfaces: [{ subnet_id: subnetA }],
      routes: [
        { destination: "10.1.0.0/16", nexthop: "10.0.0.2" },
        { destination: "10.2.0.0/16", nexthop: "10.0.0.2" },
      ],
    });
    const same = {
      name: "main",
      external_gateway_info: { network_id: networkId },
      routes: router.routes.toReversed(),
    };
    expect((await call("PATCH", v2(router.id), same)).body).toEqual({ tasks: [] });
    expect((await call("PATCH", v2(router.id), {})).body).toEqual({ tasks: [] });
  });

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

  test("fails if somebody deletes the router before its end, and a deletion does not", async () => {
    for (const [method, path, state] of [
      ["PATCH", v2, "ERROR"],
      ["DELETE", v1, "FINISHED"],
    ] as const) {
      const { sim, call, id } = await startWithRouter({ taskTime: "manual" });
      await call(method, path(id), method === "PATCH" ? { name: "renamed" } : undefined);
      sim.routers.delete(id);
      sim.tasks.finish();
      const error = state === "ERROR" ? `Router ${id} was not found` : null;
      expect(sim.tasks.all()).toMatchObject([{ state, error }]);
    }
  });
});

describe("an update is refused for", () => {
  const via = (destination: string, nexthop = "10.0.0.9") => ({ routes: [{ destination, nexthop }] });

  test.each(
    rowsByField({
      nmae: [{ nmae: "x" }],
      interfaces: [{ interfaces: [] }],
      name: [{ name: null }],
      "external_gateway_info.type": [{ external_gateway_info: { type: "default" } }],
      "external_gateway_info.network_id": [
        { external_gateway_info: { enable_snat: false } },
        { external_gateway_info: { network_id: "n" } },
      ],
      routes: [{ routes: null }],
      "routes.0.destination": [
        via("10.0.0.1/24"),
        via("10.0.0.0"),
        via("10.0.0.0/33"),
        via("fd00::1/64", "::1"),
      ],
      "routes.0.nexthop": [via("fd00::/64"), via("10.0.0.0/8", "gw")],
    }),
  )("%j because of %s", async (body, field) => {
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

  test.each([
    [{}, "subnet_id"],
    [{ subnet_id: "s" }, "subnet_id"],
    [{ subnet_id: subnetA, ip_address: "10.0.0.0/24" }, "ip_address"],
    [{ subnet_id: subnetA, ip_address: "10.0.0.1" }, "ip_address"],
    [{ subnet_id: subnetA, type: "subnet" }, "type"],
  ])("refuse %j because of its %s", async (body, field) => {
    const { sim, call } = await start();
    sim.subnets.add({ id: subnetA, cidr: "192.168.4.0/24" });
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    expectInvalidFields(await call("POST", `${v1(id)}/attach`, body), field);
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
