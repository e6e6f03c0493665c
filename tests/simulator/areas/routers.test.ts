import { afterEach, expect, test } from "@jest/globals";
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

afterEach(closeAll);

async function create(sim: Simulator, call: Call, body: object): Promise<RouterRecord> {
  const answer = await call("POST", collection, body);
  const task = sim.tasks.all().find(({ id }) => id === answer.body.tasks[0]);
  const router = sim.routers.get(task?.created_resources?.routers?.[0] ?? "");
  if (router === undefined) throw new Error(`No router was created: ${answer.text} ${task?.error}`);
  return router;
}

const manual = (more: object = {}): object => ({ type: "manual", network_id: networkId, ...more });

test("a creation is answered with a task, whose end names the router", async () => {
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

test("a router is listed during its creation", async () => {
  const { sim, call } = await start({ taskTime: "manual" });
  const [task] = (await call("POST", collection, { name: "main" })).body.tasks;
  const [building] = (await call("GET", collection)).body.results;
  expect(building).toMatchObject({ status: "BUILD", task_id: task, creator_task_id: task });
  sim.tasks.finish(task);
  expect(sim.routers.all()).toMatchObject([{ status: "ACTIVE", task_id: null, creator_task_id: task }]);
});

test("an update of the gateway replaces it as a whole: source NAT is on again, and the address stays", async () => {
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

const routesTo = (nexthop: string): object => ({ routes: [{ destination: "10.9.0.0/16", nexthop }] });

test.each([
  ["in an attached subnet", [subnetA], "192.168.4.9", 200],
  ["outside of the attached subnets", [subnetA], "192.168.5.9", 400],
  ["outside of them, if an unknown subnet is attached, too", [subnetA, subnetB], "172.16.0.1", 200],
])("a next hop %s: with %j, %s is answered %i", async (_, subnets, nexthop, status) => {
  const { sim, call } = await start();
  sim.subnets.add({ id: subnetA, cidr: "192.168.4.0/24" });
  const interfaces = subnets.map((subnet_id) => ({ subnet_id }));
  const { id } = await create(sim, call, { name: "main", interfaces });
  expect((await call("PATCH", v2(id), routesTo(nexthop))).status).toBe(status);
});

test("next hops may be in the gateway's subnet, also in that of the gateway of the same request", async () => {
  const { sim, call } = await start();
  sim.subnets.add({ id: subnetB, cidr: "203.0.113.0/24", networkId });
  const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
  expect((await call("PATCH", v2(id), routesTo("203.0.113.1"))).status).toBe(400);
  const both = { ...routesTo("203.0.113.1"), external_gateway_info: manual() };
  expect((await call("PATCH", v2(id), both)).status).toBe(200);
});

test("any next hop is accepted if only a gateway in an unknown network exists", async () => {
  const { sim, call } = await start();
  const { id } = await create(sim, call, { name: "main", external_gateway_info: manual() });
  expect((await call("PATCH", v2(id), routesTo("203.0.113.1"))).status).toBe(200);
});

test("a subnet cannot be attached twice, nor detached if it is not attached", async () => {
  const { call, id } = await startWithRouter();
  expect((await call("POST", `${v1(id)}/detach`, { subnet_id: subnetA })).status).toBe(404);
  await call("POST", `${v1(id)}/attach`, { subnet_id: subnetA });
  const again = await call("POST", `${v1(id)}/attach`, { subnet_id: subnetA });
  expect(again).toMatchObject({ status: 409, body: { exception_class: "ConflictError" } });
});

test.each<[string, string, (id: string) => string, object | undefined]>([
  ["an update", "PATCH", v2, { name: "renamed" }],
  ["a deletion", "DELETE", v1, undefined],
  ["attaching", "POST", (id) => `${v1(id)}/attach`, { subnet_id: subnetA }],
  ["detaching", "POST", (id) => `${v1(id)}/detach`, { subnet_id: subnetA }],
])("a running task locks its router against %s", async (_, method, path, change) => {
  const { call, id } = await startWithRouter({ taskTime: "manual" });
  const [task] = (await call("PATCH", v2(id), { name: "first" })).body.tasks;
  const answer = await call(method, path(id), change);
  const body = { exception_class: "ConflictError", message: expect.stringContaining(`${task}`) };
  expect(answer).toMatchObject({ status: 409, body });
});
