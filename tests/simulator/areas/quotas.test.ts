import { afterEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../../simulator/src";
import { closeAll, start } from "../../../simulator/testing/client";
import { expectInvalidFields, testInvalidFields } from "../../support/invalid-fields";

afterEach(closeAll);

const threshold = "/cloud/v2/client_quotas/7/notification_threshold";
const requests = "/cloud/v2/limits_request";
const beyondNumbers = "9007199254740993"; // 2^53 + 1, which a JavaScript number rounds

const noon = Date.UTC(2026, 10, 21, 12);
const wanted = {
  description: "A fourth router",
  requested_limits: { regional_limits: [{ region_id: 2, router_count_limit: 4 }] },
};

describe("the notification threshold", () => {
  test("accepts a message and its time, and keeps its own record of them", async () => {
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

  const entry = { limit: 1, usage: 0 };
  const withMessage = (last_message: unknown) => ({ threshold: 80, last_message });

  test.each<[body: object, field: string]>([
    [{}, "threshold"],
    [{ threshold: 59 }, "threshold"],
    [{ threshold: 80.5 }, "threshold"],
    [{ threshold: 80, last_sending: "yesterday" }, "last_sending"],
    [
      withMessage({ global_quotas: { router_count_limit: entry } }),
      "last_message.global_quotas.router_count_limit",
    ],
    [withMessage({ regional_quotas: [{ region_id: 2 }] }), "last_message.regional_quotas.0.region_name"],
  ])("refuses %j because of %s", async (body, field) => {
    const { sim, call } = await start();
    expectInvalidFields(await call("PUT", threshold, body), field);
    expect(sim.quotas.thresholds()).toEqual([]);
  });
});

describe("a new limit request", () => {
  const limits = (requested_limits: object) => ({ ...wanted, requested_limits });
  const regional = (limits: object) => ({ regional_limits: [limits] });

  test.each<[body: object, field: string]>([
    [{ ...wanted, description: "" }, "description"],
    [{ ...wanted, description: "d".repeat(1001) }, "description"],
    [{ description: "Nothing" }, "requested_limits"],
    [limits({ limits: {} }), "requested_limits.limits"],
    [
      limits({ global_limits: { router_count_limit: 1 } }),
      "requested_limits.global_limits.router_count_limit",
    ],
    [
      limits({ global_limits: { keypair_count_limit: -1 } }),
      "requested_limits.global_limits.keypair_count_limit",
    ],
    [limits(regional({ router_count_limit: 1 })), "requested_limits.regional_limits.0.region_id"],
  ])("refuses %j because of %s", async (body, field) => {
    const { sim, call } = await start();
    expectInvalidFields(await call("POST", requests, body), field);
    expect(sim.quotas.requests()).toEqual([]);
  });

  test("is refused if ten requests are open", async () => {
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
});

describe("the list of limit requests", () => {
  const ids = (answer: { body: { results: readonly { id: unknown }[] } }): unknown[] =>
    answer.body.results.map(({ id }) => id);

  function threeDays(sim: Simulator): void {
    sim.quotas.add({ id: 2, created_at: "2026-11-20T10:00:00+0000" });
    sim.quotas.add({ id: 1, created_at: "2026-11-19T10:00:00+0000" });
    sim.quotas.add({ id: 3, created_at: "2026-11-21T10:00:00+0000", status: "rejected" });
  }

  test("has the newest first, also within one second", async () => {
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
  ])("is filtered by %s", async (query, expected) => {
    const { sim, call } = await start();
    threeDays(sim);
    expect(ids(await call("GET", `${requests}?${query}`))).toEqual(expected);
  });

  testInvalidFields({
    [`${requests}?limit=1001`]: "limit",
    [`${requests}?status=open`]: "status.0",
    [`${requests}?id=1`]: "id",
  });
});

describe("one limit request", () => {
  test("may have an id beyond 2^53, which keeps all digits", async () => {
    const { sim, call } = await start();
    sim.quotas.nextRequestId(beyondNumbers);
    await call("POST", requests, wanted);
    await call("POST", requests, wanted);
    expect(sim.quotas.requests().map(({ id }) => id)).toEqual([beyondNumbers, "9007199254740994"]);
    for (const path of [
      requests,
      `${requests}?request_ids=${beyondNumbers}`,
      `${requests}/${beyondNumbers}`,
    ]) {
      expect((await call("GET", path)).text).toContain(`"id":${beyondNumbers},`);
    }
    expect((await call("GET", "/_simulator/state")).text).toContain(`"id":${beyondNumbers},`);
    expect((await call("DELETE", `${requests}/${beyondNumbers}`)).status).toBe(204);
    expect(sim.quotas.requests()).toMatchObject([{ id: "9007199254740994" }]);
  });
});

describe("a decision", () => {
  const decisions = [
    ["approve", "done"],
    ["reject", "rejected"],
  ] as const;

  test.each(decisions)("from another process: %s", async (decide, status) => {
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
});
