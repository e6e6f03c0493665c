import { afterEach, expect, test } from "@jest/globals";
import { startSimulator } from "../../simulator/src";
import { closeAll, collection, start, subnetA } from "../../simulator/testing/client";
import { documentedOperations } from "../support/documented-operations";

afterEach(closeAll);

const open = { key: null };

test("the control endpoints return the name and the operations of the simulator, without a key", async () => {
  const { call } = await start({ mode: "documented-only" });
  const { body } = await call("GET", "/_simulator", undefined, open);
  expect(body).toEqual({
    name: "pulumi-cloudplatform-simulator",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    mode: "documented-only",
    operations: expect.any(Array),
  });
  const documented = documentedOperations().map(({ operation }) => operation);
  expect([...(body.operations as string[])].sort()).toEqual(documented.sort());
});

test("the control endpoints show and clear the requests, which do not include those to control endpoints", async () => {
  const { sim, call } = await start();
  await call("GET", collection);
  expect((await call("GET", "/_simulator/requests", undefined, open)).body).toMatchObject({
    count: 1,
    results: [{ method: "GET", path: collection, status: 200 }],
  });
  const headers = { "Content-Type": "application/json" };
  const cleared = await call("DELETE", "/_simulator/requests", undefined, { key: null, headers });
  expect(cleared.status).toBe(204);
  expect(sim.requests).toEqual([]);
});

async function tale(seed: number): Promise<unknown> {
  const { sim, call } = await start({ seed, now: () => 0, taskTime: "manual" });
  const answer = await call("POST", collection, { name: "main", interfaces: [{ subnet_id: subnetA }] });
  sim.tasks.finish();
  return [answer.headers.get("x-request-id"), sim.tasks.all(), sim.routers.all()];
}

test("a seed makes ids and tasks repeatable", async () => {
  expect(await tale(7)).toEqual(await tale(7));
});

test("closing the simulator ends open connections and pending tasks immediately", async () => {
  const { sim, call } = await start({ taskTime: 60_000 });
  await call("POST", collection, { name: "main" });
  await sim.close();
  await expect(call("GET", collection)).rejects.toThrow();
  expect(sim.tasks.pending()).toHaveLength(1);
});

test.each([
  [{ apiKeys: [] }, "at least one key"],
  [{ apiKeys: [""] }, "empty key"],
  [{ adminKeys: [] }, "adminKeys must hold at least one key."],
  [{ adminKeys: [""] }, "adminKeys must not hold an empty key."],
  [{ controlToken: "short" }, "controlToken"],
  [{ taskTime: -1 }, "taskTime"],
  [{ taskTime: { min: 2, max: 1 } }, "taskTime"],
])("the options %j are refused", async (options, sentence) => {
  await expect(startSimulator(options)).rejects.toThrow(sentence);
});
