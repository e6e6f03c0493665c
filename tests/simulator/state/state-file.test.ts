import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import type { Simulator, SimulatorOptions } from "../../../simulator/src";
import { closeAll, collection, start, subnetA, unknownId, v1, v2 } from "../../../simulator/testing/client";
import { useTemporaryFolder } from "../../support/temporary-folder";

const folder = useTemporaryFolder();
const stateFile = () => join(folder.path, "state.json");
const saved = () => JSON.parse(readFileSync(stateFile(), "utf8"));

afterEach(closeAll);

const kept = (options: SimulatorOptions = {}) => start({ stateFile: stateFile(), ...options });

/** Adds an object to every part of the memory. */
function fill(sim: Simulator): void {
  sim.routers.add({ projectId: 1, regionId: 2, id: unknownId, name: "edge" });
  sim.subnets.add({ id: subnetA, cidr: "10.7.0.0/24" });
  sim.quotas.setThreshold(42, 75);
  sim.quotas.mailSent(43, { lastSending: "2026-01-02T03:04:05+0000" });
  sim.quotas.nextRequestId("9007199254740993");
  sim.quotas.add({ description: "More." });
  sim.edgeGroups.add("9223372036854775807", 7);
  sim.edgeGroups.loseGroup(4);
  sim.edgeGroups.loseClient(5);
  sim.resellers.add({ resellerId: 12, email: "ops@example.com" });
  sim.certificates.add({ id: 7, state: "failed" });
  sim.certificates.add({ id: 8, state: "in progress" });
  sim.streaming.addVideo({ id: 5, subtitles: [{ language: "de" }] });
  sim.streaming.addAiTask({ status: "UNHEARD_OF" });
}

/** All objects. The numbers of JSON are not exact for the ids of requests, and certificates have more than their JSON. */
const objectsOf = async ({ sim, call }: Awaited<ReturnType<typeof start>>) => [
  (await call("GET", "/_simulator/state")).body,
  sim.quotas.requests(),
  sim.certificates.all(),
];

test("after a restart all objects are unchanged", async () => {
  const first = await kept();
  expect(first.sim.restored).toBe(false);
  fill(first.sim);
  await first.call("POST", collection, { name: "main", interfaces: [{ subnet_id: subnetA }] });
  await first.call("POST", "/_simulator/answers", { data: { bytes: 1 } });
  const before = await objectsOf(first);
  await first.sim.close();
  const second = await kept();
  expect(second.sim.restored).toBe(true);
  expect(await objectsOf(second)).toEqual(before);
  expect((await second.call("POST", "/cdn/advanced/v2/query", { query: "{}" })).body).toEqual({
    data: { bytes: 1 },
  });
  expect(() => second.sim.edgeGroups.add(4, 1)).toThrow();
  expect(() => second.sim.edgeGroups.add(1, 5)).toThrow();
});

test("after a restart no id is assigned again, with the same seed", async () => {
  const add = async ({ sim, call }: Awaited<ReturnType<typeof start>>) => [
    sim.routers.add({ projectId: 1, regionId: 2 }).id,
    sim.quotas.add().id,
    sim.resellers.add({ resellerId: 1 }).id,
    sim.certificates.add({ id: sim.certificates.all().length, state: "failed" }).processId,
    (await call("DELETE", v1(sim.routers.all()[0]?.id ?? ""))).body.tasks[0],
  ];
  const first = await kept({ seed: 7 });
  const before = await add(first);
  await first.sim.close();
  const after = await add(await kept({ seed: 7 }));
  expect(after.filter((id) => before.includes(id))).toEqual([]);
});

test("after a restart pending tasks keep their locks, and end at their time", async () => {
  let time = Date.parse("2026-01-01T00:00:00Z");
  const now = () => time;
  const first = await kept({ taskTime: 60_000, now });
  fill(first.sim);
  const { body } = await first.call("PATCH", v2(unknownId), { name: "renamed" });
  await first.sim.close();
  time += 20_000;
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "setImmediate"] });
  try {
    const second = await kept({ taskTime: 60_000, now });
    expect(second.sim.routers.get(unknownId)).toMatchObject({ name: "edge", task_id: body.tasks[0] });
    jest.advanceTimersByTime(39_999);
    expect(second.sim.tasks.pending()).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(second.sim.routers.get(unknownId)).toMatchObject({ name: "renamed", task_id: null });
    expect(second.sim.tasks.pending()).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

test("the state file contains a change before the reply is sent", async () => {
  const { call } = await kept();
  for (const name of ["first", "second", "third"]) {
    await call("POST", collection, { name });
    expect(saved().areas.routers.routers.at(-1)).toMatchObject({ name });
  }
});

test("the state file contains no key and no token", async () => {
  const { call } = await kept({ apiKeys: ["simulator-key", "other-key"], controlToken: "a-long-token" });
  await call("POST", collection, { name: "main" });
  expect(readFileSync(stateFile(), "utf8")).not.toMatch(/simulator-key|other-key|a-long-token/);
});

test("each change reports that the state file cannot be written, and the simulator continues", async () => {
  const failures: Error[] = [];
  const { call } = await kept({ onStateFailure: (error) => failures.push(error) });
  rmSync(folder.path, { recursive: true });
  expect((await call("POST", collection, { name: "main" })).status).toBe(200);
  expect(failures).toEqual([
    expect.objectContaining({ message: expect.stringContaining("cannot be written: ENOENT") }),
  ]);
});

test.each([
  [
    (state: ReturnType<typeof saved>) => (state.areas.routers.routers[0].name = 7),
    "areas.routers.routers.0.name",
  ],
  [
    (state: ReturnType<typeof saved>) => (state.areas.tasks.tasks[0].plan.kind = "paint"),
    "areas.tasks.tasks.0.plan.kind: Must be a kind of task.",
  ],
  [
    (state: ReturnType<typeof saved>) => (state.areas.tasks.tasks[0].plan.input.router.id = "x"),
    "areas.tasks.tasks.0.plan.input.router.id: Must be a UUID.",
  ],
  [
    (state: ReturnType<typeof saved>) => (state.areas.edgeGroups.lostGroups = [7]),
    "areas.edgeGroups.lostGroups.0: Invalid input: expected string, received number",
  ],
  [
    (state: ReturnType<typeof saved>) => (state.areas.routers.colour = "red"),
    "areas.routers.colour: Unknown field.",
  ],
  [(state: ReturnType<typeof saved>) => (state.areas.others = {}), "areas.others: Unknown field."],
  [(state: ReturnType<typeof saved>) => (state.format = 2), "format: "],
])(
  "a state file with an invalid value is refused with its path, and unchanged: %s",
  async (spoil, sentence) => {
    const { sim, call } = await kept({ taskTime: "manual" });
    await call("POST", collection, { name: "main" });
    await sim.close();
    const state = saved();
    spoil(state);
    const text = JSON.stringify(state);
    writeFileSync(stateFile(), text);
    await expect(kept()).rejects.toThrow(sentence);
    expect(readFileSync(stateFile(), "utf8")).toBe(text);
  },
);
