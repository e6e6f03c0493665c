import { afterEach, describe, expect, test } from "@jest/globals";
import { objectKinds, openAreas } from "../../../simulator/src/areas";
import { settle } from "../../../simulator/src/options";
import { createPlatform } from "../../../simulator/src/platform";
import {
  type Call,
  closeAll,
  collection,
  start,
  subnetA,
  unknownId,
} from "../../../simulator/testing/client";

afterEach(closeAll);

interface ObjectCase {
  readonly addition: object;
  readonly added?: object;
  /** The id in the address, if it is not the id of the addition. */
  readonly id?: string;
  readonly change?: object;
  readonly changed?: object;
}

/** One case for each kind of object. */
const cases: Readonly<Record<string, ObjectCase>> = {
  answers: {
    addition: { contains: "traffic", data: { bytes: 1 } },
    id: "1",
    change: { data: null, errors: [{ message: "No data." }] },
  },
  certificates: {
    addition: { id: 7, state: "failed" },
    added: { id: 7, state: "failed", force_retries: 0 },
    change: { state: "in progress", force_retries: 2 },
  },
  members: {
    addition: { group: 3, client: "9007199254740993" },
    added: { group: "3", client: "9007199254740993" },
    id: "3/9007199254740993",
  },
  "lost-groups": { addition: { id: 3 }, added: { id: "3" } },
  "lost-clients": { addition: { id: "4" } },
  thresholds: {
    addition: { client_id: 42, threshold: 75 },
    added: { client_id: 42, threshold: 75, last_message: null, last_sending: null },
    id: "42",
    change: {
      last_message: { global_quotas: { keypair_count_limit: { limit: 2, usage: 1 } } },
      last_sending: "2026-01-02",
    },
    changed: {
      threshold: 75,
      last_sending: "2026-01-02",
      last_message: {
        global_quotas: {
          keypair_count_limit: { limit: 2, usage: 1 },
          project_count_limit: { limit: 0, usage: 0 },
        },
        regional_quotas: [],
      },
    },
  },
  limits_requests: {
    addition: { description: "More.", status: "rejected" },
    id: "5000001",
    change: { status: "in progress", requested_limits: { global_limits: { keypair_count_limit: 7 } } },
  },
  notification_settings: {
    addition: { reseller_id: 12, enabled: false },
    added: { reseller: 12, enabled: false, email: "admin@example.com" },
    id: "70001",
    change: { email: "ops@example.com" },
  },
  routers: {
    addition: { project_id: 1, region_id: 2, id: unknownId, name: "edge", routes: [] },
    change: { status: "ERROR", routes: [{ destination: "10.1.0.0/16", nexthop: "10.0.0.2" }] },
  },
  videos: {
    addition: { id: 5 },
    added: { id: 5, subtitles: [] },
    change: { subtitles: [{ language: "de" }] },
    changed: { subtitles: [{ id: 1, name: "English", language: "de" }] },
  },
  "ai-tasks": {
    addition: { task_id: unknownId, task_data: { url: "https://example.com/a.mp4" } },
    id: unknownId,
    change: { status: "SUCCESS", processing_time: { total_time_sec: 3 } },
    changed: {
      status: "SUCCESS",
      task_data: { url: "https://example.com/a.mp4" },
      processing_time: { total_time_sec: 3 },
    },
  },
  subnets: {
    addition: { id: subnetA, cidr: "10.7.0.0/24" },
    change: { cidr: "10.8.0.0/24" },
  },
};

const kinds = objectKinds(openAreas(createPlatform(settle({})))).map(({ name }) => name);

test("each kind of object has a case in this file", () => {
  expect(Object.keys(cases).sort()).toEqual([...kinds].sort());
});

describe.each(Object.entries(cases))("%s", (kind, objectCase) => {
  const { addition, added = addition, change, changed = change } = objectCase;
  const id = objectCase.id ?? String((addition as { id?: unknown }).id);
  const path = `/_simulator/${kind}`;
  const member = `${path}/${encodeURIComponent(id)}`;

  test("control endpoints add, list, find, change and delete objects", async () => {
    const { call } = await start();
    const reply = await call("POST", path, addition);
    expect(reply).toMatchObject({ status: 201, body: added });
    expect((await call("GET", path)).body).toMatchObject({ count: 1, results: [added] });
    expect((await call("GET", member)).body).toMatchObject(added);
    const patched = await call("PATCH", member, change ?? {});
    expect(patched).toMatchObject(change === undefined ? { status: 404 } : { status: 200, body: changed });
    expect((await call("GET", member)).body).toMatchObject({ ...added, ...changed });
    expect((await call("DELETE", member)).status).toBe(204);
    expect((await call("GET", path)).body).toEqual({ count: 0, results: [] });
  });

  test("control endpoints answer 404 to objects that do not exist, and 400 to unknown fields", async () => {
    const { call } = await start();
    const answers = [await call("GET", member), await call("DELETE", member)];
    if (change !== undefined) answers.push(await call("PATCH", member, change));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { message: `There is no object ${id} in ${kind}.` }]);
    }
    const refused = await call("POST", path, { ...addition, colour: "red" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("colour: Unknown field.")]);
  });
});

test("an analytics query gets the newest answer that a control endpoint has added for it", async () => {
  const { sim, call } = await start();
  const ask = async (query: string) => (await call("POST", "/cdn/advanced/v2/query", { query })).body;
  await call("POST", "/_simulator/answers", { data: { all: true } });
  await call("POST", "/_simulator/answers", {
    contains: "visits",
    data: null,
    errors: [{ message: "Later." }],
  });
  expect(await ask("{ traffic }")).toEqual({ data: { all: true } });
  expect(await ask("{ visits }")).toEqual({ data: null, errors: [{ message: "Later." }] });
  sim.analytics.answer(() => ({ data: { own: 1 } }));
  expect(await ask("{ visits }")).toEqual({ data: { own: 1 } });
});

async function startTask(call: Call): Promise<string> {
  const { body } = await call("POST", collection, { name: "main" });
  return body.tasks[0] ?? "";
}

test("control endpoints end tasks by their ids, with or without an effect", async () => {
  const { sim, call } = await start({ taskTime: "manual" });
  const finished = await startTask(call);
  const failed = await startTask(call);
  expect((await call("POST", `/_simulator/tasks/${finished}/finish`)).body).toMatchObject({
    id: finished,
    state: "FINISHED",
  });
  const failure = await call("POST", `/_simulator/tasks/${failed}/fail`, { error: "No hosts left" });
  expect(failure.body).toMatchObject({ id: failed, state: "ERROR", error: "No hosts left" });
  expect(sim.routers.all()).toHaveLength(1);
  expect((await call("POST", `/_simulator/tasks/${failed}/finish`)).status).toBe(409);
  expect((await call("POST", `/_simulator/tasks/${unknownId}/fail`)).status).toBe(404);
});
