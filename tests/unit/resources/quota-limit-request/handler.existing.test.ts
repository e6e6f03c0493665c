import { describe, expect, test } from "@jest/globals";
import { failOnce, logLines, type SetUpOptions } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args, body, isList, isPost, isRead, NORTH, PATH, POST, patient, setUp } from "./setup";

// The reply to the POST contains no id, a repetition has no idempotency key, and at most ten requests may be open. So
// a request must be sent once only, whatever fails.

const usedMessage = (id: string) =>
  `info: adopts quota limit request ${id}, which is open and asks for the same: the stack owns it from then on, and destroying the resource withdraws it`;

describe("an open request with the same content", () => {
  test("is used instead of sending a second one, and a log line says so", async () => {
    const { platform, request } = await setUp();
    const { id, created_at } = platform.quotas.add(body);
    expect(await request.up(args)).toBe("create");
    expect(changes(platform)).toEqual([]);
    expect(request.state?.id).toBe(id);
    expect(request.outputs).toEqual({
      ...args,
      requestId: Number(id),
      status: "in progress",
      createdAt: created_at,
    });
    expect(logLines(request)).toEqual([usedMessage(id)]);
    await request.destroy();
    expect(platform.quotas.requests()).toEqual([]);
  });

  test("is used whatever the order of its regions and limits, and the state has the declared order", async () => {
    const { platform, request } = await setUp();
    const { id } = platform.quotas.add({
      description: "Load test in March",
      requested_limits: {
        global_limits: {},
        regional_limits: [
          { region_id: 80, router_count_limit: 0 },
          { region_id: 81 },
          { ram_limit: 524288, cpu_count_limit: 200, region_id: 76 },
        ],
      },
    });
    await request.up(args);
    expect(request.state?.id).toBe(id);
    expect(request.outputs.requestedLimits).toEqual(args.requestedLimits);
    await request.refresh();
    platform.clearRequests();
    expect(await request.up(args)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test.each([
    { ids: ["9007199254740992", "12", "9007199254740993", "9"] },
    { ids: ["9", "9007199254740993", "12", "9007199254740992"] },
  ])("is the newest one of several: $ids", async ({ ids }) => {
    const { platform, request } = await setUp();
    for (const id of ids) platform.quotas.add({ ...body, id });
    await request.up(args);
    expect(request.state?.id).toBe("9007199254740993");
  });

  test("is found after the first page of a long history", async () => {
    const { platform, request } = await setUp();
    const { id } = platform.quotas.add({ ...body, created_at: "2020-01-01T00:00:00+0000" });
    for (let count = 0; count < 1000; count++) platform.quotas.add({ status: "done" });
    await request.up(args);
    expect(request.state?.id).toBe(id);
    expect(changes(platform)).toEqual([]);
  });
});

describe("a platform that lists each limit, 0 for those that a request does not name, and amounts as text", () => {
  const filled = {
    description: args.description,
    requested_limits: {
      global_limits: { project_count_limit: 0, keypair_count_limit: "0" },
      regional_limits: [
        { region_id: "76", cpu_count_limit: "200", ram_limit: "524288", vm_count_limit: 0 },
        { region_id: 80, router_count_limit: 0, vm_count_limit: 0 },
        { region_id: 81, router_count_limit: "0", vm_count_limit: "0" },
      ],
    },
  };
  const record = { id: 7, status: "in progress", ...filled };
  const options: SetUpOptions = {
    faultFor(seen) {
      if (isList(seen)) return { body: { count: 1, results: [record] } };
      return isRead(seen) ? { body: record } : undefined;
    },
  };

  test("has the open request that is declared: it is used, and a refresh shows no drift", async () => {
    const { platform, request } = await setUp(options);
    expect(await request.up(args)).toBe("create");
    expect(request.state?.id).toBe("7");
    await request.refresh();
    expect(request.inputs).toEqual(args);
    expect(await request.up(args)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });

  test("shows only the limits of another request that it names", async () => {
    const { request } = await setUp(options);
    await request.up(args);
    record.requested_limits.global_limits.project_count_limit = 5;
    await request.refresh();
    expect(request.inputs.requestedLimits).toEqual({
      globalLimits: { projectCountLimit: 5 },
      regionalLimits: [NORTH],
    });
  });
});

describe("a request is sent although there is one", () => {
  test.each<[string, object]>([
    ["that is approved", { ...body, status: "done" }],
    ["that is rejected", { ...body, status: "rejected" }],
    ["with another description", { ...body, description: "Load test" }],
    ["without a description", { ...body, description: null }],
    [
      "with fewer limits",
      { ...body, requested_limits: { regional_limits: [{ region_id: 76, cpu_count_limit: 200 }] } },
    ],
    [
      "with higher limits",
      { ...body, requested_limits: { ...body.requested_limits, global_limits: { project_count_limit: 1 } } },
    ],
    ["without limits", { ...body, requested_limits: {} }],
  ])("%s", async (_, other) => {
    const { platform, request } = await setUp();
    const { id } = platform.quotas.add(other);
    await request.up(args);
    expect(changes(platform)).toEqual([[POST, body]]);
    expect(request.state?.id).not.toBe(id);
    expect(platform.quotas.request(request.state?.id ?? "")).toMatchObject({
      ...body,
      status: "in progress",
    });
  });

  test("with an unknown status", async () => {
    const { platform, request } = await setUp({
      faultFor: failOnce(isList, {
        status: 200,
        body: { count: 1, results: [{ id: 7, ...body, status: "escalated" }] },
      }),
    });
    await request.up(args);
    expect(platform.count({ method: "POST" })).toBe(1);
    expect(request.state?.id).toBe("5000001");
  });
});

describe("where the key reads requests of several clients, an open request with the same content", () => {
  test("is left to its client: a request is sent, found as the new one, and withdrawn alone", async () => {
    const { platform, request } = await setUp();
    const foreign = platform.quotas.add({ ...body, client_id: 7 });
    platform.quotas.add({ description: "Another", client_id: 8 });
    expect(await request.up(args)).toBe("create");
    expect(changes(platform)).toEqual([[POST, body]]);
    expect(request.state?.id).not.toBe(foreign.id);
    expect(request.outputs).not.toHaveProperty("clientId");
    await request.destroy();
    expect(platform.quotas.request(foreign.id)).toMatchObject(body);
  });

  test("does not end the search for a new request that is not listed yet", async () => {
    const { platform, request } = await setUp();
    platform.quotas.add({ ...body, client_id: 7 });
    platform.quotas.add({ description: "Another", client_id: 8 });
    platform.faults.add(`lagging-list:reads=1000@${POST}`);
    await request.up(args);
    await request.refresh();
    expect(request.state?.id).toMatch(/^unlisted-/);
    expect(request.outputs).toEqual(args);
  });

  test("is not taken for the one whose decision is awaited", async () => {
    const { platform, request } = await setUp();
    platform.quotas.add({ ...body, client_id: 7 });
    platform.quotas.add({ description: "Another", client_id: 8 });
    platform.faults.add(`lagging-list:reads=1000@${POST}`);
    await request.up(patient);
    expect(logLines(request).join("\n")).toContain("so its decision is not waited for");
  });

  test.each<[string, object, object]>([
    ["all are of one client", { client_id: 7 }, { client_id: "7" }],
    ["only one names its client", { client_id: 7 }, {}],
    ["a client cannot be read", { client_id: 7 }, { client_id: { id: 8 } }],
  ])("is used if %s", async (_, one, other) => {
    const results = [
      { id: 5, status: "in progress", ...body, ...one },
      { id: 6, status: "done", ...other },
    ];
    const { platform, request } = await setUp({
      faultFor: (seen) => (isList(seen) ? { body: { count: 2, results } } : undefined),
    });
    await request.up(args);
    expect(request.state?.id).toBe("5");
    expect(changes(platform)).toEqual([]);
  });
});

/** A platform whose list does not contain new requests. */
async function setUpUnlisted() {
  const { platform, request } = await setUp();
  platform.faults.add(`lagging-list:reads=1000@${POST}`);
  return { platform, request };
}

describe("a list that lags behind the POST", () => {
  test("is read until it contains the request", async () => {
    const { platform, request } = await setUp();
    platform.faults.add(`lagging-list:reads=5@${POST}`);
    await request.up(args);
    expect(platform.count({ method: "POST" })).toBe(1);
    expect(request.state?.id).toBe(platform.quotas.requests()[0]?.id);
    expect(platform.count({ method: "GET", path: PATH })).toBe(7);
  });

  test("does not return an older, decided request with the same content", async () => {
    const { platform, request } = await setUp();
    platform.quotas.add({ ...body, status: "rejected" });
    platform.faults.add(`lagging-list:reads=3@${POST}`);
    await request.up(args);
    expect(request.outputs).toMatchObject({ status: "in progress" });
  });

  test("is read for half a minute; then the request is in the state without its id, and a log line says so", async () => {
    const { platform, request } = await setUpUnlisted();
    const begin = request.clock.now();
    expect(await request.up(args)).toBe("create");
    expect(request.clock.now() - begin).toBeGreaterThanOrEqual(30_000);
    expect(request.clock.now() - begin).toBeLessThan(60_000);
    expect(request.state?.id).toMatch(/^unlisted-[0-9a-f]{7}$/);
    expect(request.outputs).toEqual(args);
    expect(logLines(request)).toEqual([
      "warning: a quota limit request was sent and is not listed yet, so its id is not known [quota-request-not-listed]. `pulumi refresh` reads the list again.",
    ]);
    expect(platform.count({ method: "POST" })).toBe(1);
  });
});

describe("a POST whose reply is lost", () => {
  test("is found also if the list lags", async () => {
    const { platform, request } = await setUp({ faultFor: failOnce(isPost, "lose the reply") });
    platform.faults.add(`lagging-list:reads=4@${POST}`);
    await request.up(args);
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(request.state?.id).toBe(platform.quotas.requests()[0]?.id);
  });

  test("is an error if it cannot be found, and the next run uses the request", async () => {
    let lost = false;
    const { platform, request } = await setUp({
      settings: { maxRetries: "0", taskTimeout: "90s" },
      faultFor: (seen) => {
        if (isPost(seen)) lost = true;
        return isPost(seen) ? "lose the reply" : lost ? "break" : undefined;
      },
    });
    const error = await failureOf(request.up(args));
    expect(error.message).toContain(`${POST} failed: the connection broke before the whole reply had come`);
    expect(error.message).toContain(
      "The request may have taken effect; the next run checks this before it creates anything again.",
    );
    expect(request.state).toBeUndefined();
    lost = false;
    expect(await request.up(args)).toBe("create");
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(platform.count({ method: "POST" })).toBe(1);
  });
});

describe("a successful POST", () => {
  test("is found when the list works again after failures", async () => {
    let failures = 3;
    let sent = false;
    const { platform, request } = await setUp({
      faultFor: (seen) => {
        if (isPost(seen)) sent = true;
        return sent && isList(seen) && failures-- > 0 ? "break" : undefined;
      },
      settings: { maxRetries: "0" },
    });
    await request.up(args);
    expect(request.state?.id).toBe(platform.quotas.requests()[0]?.id);
    expect(request.engine.lines.map(({ text }) => text).join("\n")).toContain("last poll failed: GET");
  });

  test("shortly before the timeout succeeds, and the next refresh finds the request", async () => {
    const { platform, request } = await setUpUnlisted();
    const begin = request.clock.now();
    expect(await request.up(args, { create: "10s" })).toBe("create");
    expect(request.clock.now() - begin).toBeLessThan(11_000);
    expect(request.outputs).toEqual(args);
    platform.faults.clear();
    await request.refresh();
    expect(request.outputs).toMatchObject({ requestId: Number(platform.quotas.requests()[0]?.id) });
    expect(platform.count({ method: "POST" })).toBe(1);
  });
});
