import { afterEach, expect, test } from "@jest/globals";
import { closeAll, collection, start, unknownId, v2 } from "../../../simulator/testing/client";

// States that are saved and restored while the simulator runs.

afterEach(closeAll);

const names = ({ sim }: Awaited<ReturnType<typeof start>>) => sim.routers.all().map(({ name }) => name);

test("the snapshot `start` is a reset: the objects of the seed file are there, and nothing else", async () => {
  const objects = { routers: [{ project_id: 1, region_id: 2, name: "seeded" }] };
  const running = await start({ objects, taskTime: 0 });
  await running.call("POST", collection, { name: "added" });
  running.sim.routers.delete(running.sim.routers.all()[0]?.id ?? "");
  expect((await running.call("POST", "/_simulator/snapshots/start/restore")).status).toBe(204);
  expect([names(running), running.sim.tasks.all()]).toEqual([["seeded"], []]);
});

test("a saved state is restored under its name, replaced and deleted, over the control endpoints", async () => {
  const running = await start();
  const { call, sim } = running;
  const add = (name: string) => sim.routers.add({ projectId: 1, regionId: 2, name });
  add("one");
  expect(await call("POST", "/_simulator/snapshots", { name: "a / b" })).toMatchObject({
    status: 201,
    body: { name: "a / b" },
  });
  add("two");
  expect((await call("GET", "/_simulator/snapshots")).body).toEqual({
    count: 2,
    results: ["start", "a / b"],
  });
  await call("POST", "/_simulator/snapshots/a%20%2F%20b/restore");
  expect(names(running)).toEqual(["one"]);
  add("three");
  sim.snapshots.save("a / b");
  add("four");
  sim.snapshots.restore("a / b");
  expect(names(running)).toEqual(["one", "three"]);
  expect((await call("DELETE", "/_simulator/snapshots/a%20%2F%20b")).status).toBe(204);
  expect(sim.snapshots.names()).toEqual(["start"]);
});

test("tasks of the snapshot continue, and those under way now are gone", async () => {
  const running = await start({ taskTime: "manual" });
  const { call, sim } = running;
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId, name: "edge" });
  const { body } = await call("PATCH", v2(unknownId), { name: "renamed" });
  sim.snapshots.save("changing");
  sim.tasks.finish();
  await call("PATCH", v2(unknownId), { name: "again" });
  sim.snapshots.restore("changing");
  expect(sim.routers.get(unknownId)).toMatchObject({ name: "edge", task_id: body.tasks[0] });
  sim.tasks.finish();
  expect(sim.routers.get(unknownId)).toMatchObject({ name: "renamed", task_id: null });
});

test.each([
  ["POST", "/_simulator/snapshots/none/restore", undefined, 404],
  ["DELETE", "/_simulator/snapshots/none", undefined, 404],
  ["DELETE", "/_simulator/snapshots/start", undefined, 409],
  ["POST", "/_simulator/snapshots", { name: "start" }, 409],
  ["POST", "/_simulator/snapshots", { name: " " }, 400],
  ["POST", "/_simulator/snapshots", {}, 400],
] as const)("%s %s with %j is refused", async (method, path, body, status) => {
  const { call } = await start();
  expect((await call(method, path, body)).status).toBe(status);
});
