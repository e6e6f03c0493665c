import { afterEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../../simulator/src";
import { closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const threshold = "/cloud/v2/client_quotas/7/notification_threshold";
const requests = "/cloud/v2/limits_request";
const beyondNumbers = "9007199254740993"; // 2^53 + 1, which a JavaScript number rounds

const noon = Date.UTC(2026, 10, 21, 12);
const wanted = {
  description: "A fourth router",
  requested_limits: { regional_limits: [{ region_id: 2, router_count_limit: 4 }] },
};

test("a threshold accepts a message and its time, and keeps its own record of them", async () => {
  const { sim, call } = await start({ now: () => noon });
  const sent = {
    threshold: 90,
    last_message: {
      global_quotas: { keypair_count_usage: { limit: 10, usage: 9 } },
      regional_quotas: [
        { region_id: 2, region_name: "Here", router_count_limit: { limit: 4, usage: 3 } },
        { region_id: 3, region_name: "There" },
      ],
    },
    last_sending: "2020-01-01T00:00:00Z",
  };
  const none = { threshold: 90, last_message: null, last_sending: null };
  expect((await call("PUT", threshold, sent)).body).toMatchObject(none);
  sim.quotas.mailSent(7);
  const { body } = await call("PUT", threshold, { threshold: 70, last_message: null, last_sending: null });
  expect(body).toMatchObject({ threshold: 70, last_sending: "2026-11-21T12:00:00+0000" });
  expect(body.last_message).not.toBeNull();
});

test("a new limit request is refused if ten requests are open", async () => {
  const { sim, call } = await start();
  const [first] = Array.from({ length: 10 }, () => sim.quotas.add());
  const refused = await call("POST", requests, wanted);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      exception_class: "ValidationError",
      message: "There are 10 unprocessed limits requests already",
    },
  });
  sim.quotas.reject(first?.id ?? "");
  expect((await call("POST", requests, wanted)).status).toBe(201);
});

const ids = (answer: { body: { results: readonly { id: unknown }[] } }): unknown[] =>
  answer.body.results.map(({ id }) => id);

function threeDays(sim: Simulator): void {
  sim.quotas.add({ id: 2, created_at: "2026-11-20T10:00:00+0000" });
  sim.quotas.add({ id: 1, created_at: "2026-11-19T10:00:00+0000" });
  sim.quotas.add({ id: 3, created_at: "2026-11-21T10:00:00+0000", status: "rejected" });
}

test("the list of limit requests has the newest first, also within one second", async () => {
  const { sim, call } = await start({ now: () => noon });
  threeDays(sim);
  await call("POST", requests, wanted);
  await call("POST", requests, wanted);
  expect(ids(await call("GET", requests))).toEqual([5_000_002, 5_000_001, 3, 2, 1]);
});

test.each([
  ["created_from=2026-11-20T10:00:00", [3, 2]],
  ["created_to=2026-11-20T10:00:00Z", [2, 1]],
  ["request_ids=1&request_ids=3&request_ids=9", [3, 1]],
  ["status=in%20progress&status=done", [2, 1]],
  ["limit=1&offset=1", [2]],
])("the list of limit requests filtered by %s", async (query, expected) => {
  const { sim, call } = await start();
  threeDays(sim);
  expect(ids(await call("GET", `${requests}?${query}`))).toEqual(expected);
});

const decisions = [
  ["approve", "done"],
  ["reject", "rejected"],
] as const;

test.each(decisions)("another process may decide a limit request: %s", async (decide, status) => {
  const { sim, call } = await start();
  const { id } = sim.quotas.add({ id: beyondNumbers });
  const decideOn = (request: string) => call("POST", `/_simulator/limits_requests/${request}/${decide}`);
  expect(await decideOn(id)).toMatchObject({
    status: 200,
    text: expect.stringContaining(`"id":${beyondNumbers},`),
  });
  expect(sim.quotas.request(id)).toMatchObject({ status });
  const again = { status: 409, body: { message: expect.stringContaining("already") } };
  expect(await decideOn(id)).toMatchObject(again);
  const missing = { status: 404, body: { message: "Limits request 1 was not found" } };
  expect(await decideOn("1")).toMatchObject(missing);
});
