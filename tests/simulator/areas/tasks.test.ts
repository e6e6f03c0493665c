import { afterEach, expect, test } from "@jest/globals";
import { type Call, closeAll, collection, start } from "../../../simulator/testing/client";

afterEach(closeAll);

async function startTask(call: Call, name = "main", path = collection): Promise<string> {
  return (await call("POST", path, { name })).body.tasks[0] ?? "";
}

test.each([
  ["", 3, [1, 2, 3]],
  ["order_by=desc", 3, [3, 2, 1]],
  ["state=ERROR&state=RUNNING", 2, [2, 3]],
  ["state[]=FINISHED", 1, [1]],
  ["region_id[]=2&region_id[]=3", 3, [1, 2, 3]],
  ["task_type=delete_router", 0, []],
  ["from_timestamp=2026-11-21T10:01:00Z", 2, [2, 3]],
  ["from_timestamp=2026-11-21T10:01:00&to_timestamp=2026-11-21T10:01:00", 1, [2]],
  ["to_timestamp=2026-11-21T11:00:00%2B0100", 1, [1]],
])("the list of tasks with %j", async (query, count, results) => {
  let now = Date.UTC(2026, 10, 21, 10);
  const { sim, call } = await start({ taskTime: "manual", now: () => now });
  for (const [name, path] of [
    ["one", "/cloud/v1/routers/1/2"],
    ["two", "/cloud/v1/routers/1/3"],
    ["three", "/cloud/v1/routers/4/2"],
  ] as const) {
    await startTask(call, name, path);
    now += 60_000;
  }
  const [first = "", second = "", third = ""] = sim.tasks.all().map((task) => task.id);
  sim.tasks.finish(first);
  sim.tasks.fail(second);
  const { count: all, results: listed } = (await call("GET", `/cloud/v1/tasks?${query}`)).body;
  const names = new Map([
    [first, 1],
    [second, 2],
    [third, 3],
  ]);
  expect([all, listed.map((task) => names.get(task.id))]).toEqual([count, results]);
});
