import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import {
  type FaultRule,
  type RequestRecord,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../simulator/src";
import { type Call, closeAll, collection, start, subnetA, v1, v2 } from "../../simulator/testing/client";
import { failureOf, until } from "../support/until";

afterEach(closeAll);
afterEach(() => {
  jest.restoreAllMocks();
});

const create = "POST /cloud/v1/routers/{project_id}/{region_id}";
const list = "GET /cloud/v1/routers/{project_id}/{region_id}";
const single = "GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}";

async function faulty(rules: readonly (string | FaultRule)[], options?: SimulatorOptions) {
  const { sim, call } = await start(options);
  for (const rule of rules) sim.faults.add(rule);
  return { sim, call };
}

/** The reply to a creation, whose body does not end. */
function startCreation(sim: Simulator): Promise<Response> {
  return fetch(sim.url + collection, {
    method: "POST",
    headers: { Authorization: "apikey simulator-key", "Content-Type": "application/json" },
    body: '{"name": "main"}',
  });
}

async function brokenBy(request: Promise<unknown>): Promise<unknown> {
  return (await failureOf<Error & { cause: { code: string } }>(request)).cause.code;
}

describe("a connection that breaks", () => {
  test("refuse: after only the head was read, without an effect", async () => {
    const { sim } = await faulty([`refuse@${create}`]);
    const socket = sendHead(sim, collection);
    expect(await endOf(socket)).toEqual({ code: "ECONNRESET", received: "" });
    expect(sim.requests).toMatchObject([
      { method: "POST", path: collection, body: undefined, status: 0, processed: false },
    ]);
    expect(sim.faults.fired()).toMatchObject([{ fault: `refuse@${create}` }]);
  });

  test.each([
    ["reset-before", "without an effect", false],
    ["reset-after", "which has taken effect, and the reply is lost", true],
  ])("%s: after the request was read, %s", async (what, _, processed) => {
    const { sim, call } = await faulty([`${what}@${create}`]);
    expect(await brokenBy(call("POST", collection, { name: "main" }))).toBe("ECONNRESET");
    expect(sim.requests).toMatchObject([
      { body: { name: "main" }, status: 0, processed, fault: `${what}@${create}` },
    ]);
    expect(sim.routers.all()).toHaveLength(processed ? 1 : 0);
  });

  test("leaves other connections open", async () => {
    const { call } = await faulty([`reset-before@${create}`]);
    const [lost, listed] = await Promise.allSettled([
      call("POST", collection, { name: "main" }),
      call("GET", collection),
    ]);
    expect([lost.status, listed.status]).toEqual(["rejected", "fulfilled"]);
  });
});

describe("a reply that does not arrive", () => {
  test.each([
    ["hang", false],
    ["hang:processed", true],
  ])("%s: until the client leaves; with effect %s", async (what, processed) => {
    const records: RequestRecord[] = [];
    const { sim } = await faulty([`${what}@${create}`], { onRequest: (record) => records.push(record) });
    const socket = sendHead(sim, collection);
    socket.write('{"name": "main"}');
    await until(() => sim.faults.fired().length === 1);
    expect(records).toEqual([]);
    socket.destroy();
    await until(() => records.length === 1);
    expect(records).toMatchObject([{ status: 0, processed, fault: `${what}@${create}` }]);
    expect(sim.routers.all()).toHaveLength(processed ? 1 : 0);
  });

  test("slow: the reply is late, but the request takes effect at once", async () => {
    const { sim, call } = await faulty([`slow:ms=300@${create}`]);
    const begun = performance.now();
    const answer = call("POST", collection, { name: "main" });
    await until(() => sim.routers.all().length === 1);
    expect(sim.requests).toMatchObject([{ status: 0, processed: true }]);
    expect((await answer).status).toBe(200);
    // A timer may fire a millisecond early according to another clock.
    expect(performance.now() - begun).toBeGreaterThan(298);
    expect(sim.requests).toMatchObject([{ status: 200, fault: `slow:ms=300@${create}` }]);
  });

  test("closing the simulator ends both at once, and leaves no timer", async () => {
    const begun = jest.spyOn(globalThis, "setTimeout");
    const ended = jest.spyOn(globalThis, "clearTimeout");
    const records: RequestRecord[] = [];
    const { sim } = await faulty(["slow:ms=3600000@POST", "hang@GET"], {
      onRequest: (record) => records.push(record),
    });
    const sockets = [sendHead(sim, collection), sendHead(sim, collection, "GET")];
    const ends = sockets.map(endOf);
    for (const socket of sockets) socket.write('{"name": "main"}');
    await until(() => sim.faults.fired().length === 2);
    const pause = begun.mock.calls.findIndex(([, milliseconds]) => milliseconds === 3_600_000);
    expect(pause).not.toBe(-1);
    await sim.close();
    expect(ended.mock.calls.flat()).toContain(begun.mock.results[pause]?.value);
    expect(records.map(({ method, status }) => [method, status]).sort()).toEqual([
      ["GET", 0],
      ["POST", 0],
    ]);
    await Promise.all(ends);
  });
});

describe("a reply that is an error", () => {
  test.each([
    [401, "UnauthorizedError"],
    [403, "ForbiddenError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [429, "TooManyRequestsError"],
    [500, "InternalServerError"],
    [502, "BadGatewayError"],
    [503, "ServiceUnavailableError"],
    [504, "GatewayTimeoutError"],
  ])("status %i, in the words of the area and without effect", async (code, kind) => {
    const { sim, call } = await faulty([`status:code=${code}@${create}`]);
    const answer = await call("POST", collection, { name: "main" });
    expect(answer.status).toBe(code);
    expect(answer.body).toEqual({
      exception_class: kind,
      message: expect.any(String),
      request_id: sim.requests[0]?.requestId,
    });
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(sim.requests).toMatchObject([{ status: code, processed: false }]);
    expect(sim.routers.all()).toEqual([]);
  });

  test("status, in the form of another area", async () => {
    const { call } = await faulty(['status:code=500,message="Out of order"@* /streaming/*']);
    expect((await call("GET", "/streaming/ai/tasks")).body).toEqual({ status: 500, error: "Out of order" });
  });

  test("status, with a time to wait", async () => {
    const { call } = await faulty([`status:code=429,retryAfter=0@${list}#1`, "status:code=503,retryAfter=7"]);
    const answers = [await call("GET", collection), await call("GET", collection)];
    expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [429, "0"],
      [503, "7"],
    ]);
  });

  test.each([
    [",retryAfter=3", "3"],
    ["", null],
  ])("a rate limit: 429 beyond so many requests in the last second%s", async (option, wait) => {
    let now = 0;
    const rule = `rate-limit:perSecond=2${option}@GET`;
    const { sim, call } = await faulty([rule], { now: () => now });
    const get = async () => {
      const { status, headers } = await call("GET", collection);
      return [status, headers.get("retry-after")];
    };
    expect([await get(), await get(), await get()]).toEqual([
      [200, null],
      [200, null],
      [429, wait],
    ]);
    expect((await call("POST", collection, { name: "main" })).status).toBe(200);
    now = 999;
    expect(await get()).toEqual([429, wait]);
    // A refused request does not count.
    now = 1000;
    expect([await get(), await get(), await get()].map(([status]) => status)).toEqual([200, 200, 429]);
    expect(sim.faults.fired().map(({ fault }) => fault)).toEqual([rule, rule, rule]);
  });

  test("status, although the request has taken effect", async () => {
    const { sim, call } = await faulty([`status:code=502,processed@${create}`]);
    expect((await call("POST", collection, { name: "main" })).status).toBe(502);
    expect(sim.requests).toMatchObject([{ status: 502, processed: true }]);
    expect(sim.routers.all()).toHaveLength(1);
  });

  test.each([
    ["html:code=502", 502, false],
    ["html:code=200", 200, false],
    ["html:code=504,processed", 504, true],
  ])("%s: a page", async (what, code, processed) => {
    const { sim, call } = await faulty([what]);
    const { status, headers, text } = await call("POST", collection, { name: "main" });
    expect([status, headers.get("content-type")]).toEqual([code, "text/html"]);
    expect(text).toContain(`<h1>${code} `);
    expect(sim.requests).toMatchObject([{ status: code, processed }]);
  });

  test("is sent before the key is checked", async () => {
    const { call } = await faulty(["status:code=503"]);
    expect((await call("GET", collection, undefined, { key: null })).status).toBe(503);
  });
});

describe("a reply with a damaged body", () => {
  test("empty: the status without the body", async () => {
    const { sim, call } = await faulty([`empty@${create}`]);
    const { status, headers, text } = await call("POST", collection, { name: "main" });
    expect([status, headers.get("content-type"), text]).toEqual([200, null, ""]);
    expect(sim.requests).toMatchObject([{ status: 200, processed: true }]);
  });

  test("truncated: half of the body, with the length of the half", async () => {
    const { sim, call } = await faulty([`truncated@${create}`]);
    const { headers, text } = await call("POST", collection, { name: "main" });
    expect(headers.get("content-length")).toBe(`${text.length}`);
    expect(text).toMatch(/^\{"tasks":\["[0-9a-f-]+$/);
    expect(sim.requests).toMatchObject([{ status: 200, processed: true }]);
  });

  test("truncated:broken: half of the body, and then the connection ends", async () => {
    const { sim } = await faulty([`truncated:broken@${create}`]);
    const answer = await startCreation(sim);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(
      `${JSON.stringify({ tasks: [collection.padEnd(36)] }).length}`,
    );
    expect(await brokenBy(answer.text())).toBe("UND_ERR_SOCKET");
    expect(sim.requests).toMatchObject([{ status: 200, processed: true }]);
  });

  test("drip: one byte at a time, and then spaces without end", async () => {
    const { sim } = await faulty([`drip:ms=1@${create}`]);
    const answer = await startCreation(sim);
    expect(answer.status).toBe(200);
    let text = "";
    for await (const part of answer.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.endsWith("   ")) break;
    }
    expect(JSON.parse(text)).toEqual({ tasks: [sim.tasks.all()[0]?.id] });
    expect(sim.requests).toMatchObject([{ status: 200, processed: true }]);
  });

  test("drip: closing the simulator ends the reply", async () => {
    const { sim } = await faulty(["drip:ms=1"]);
    const text = brokenBy((await startCreation(sim)).text());
    await sim.close();
    expect(await text).toBe("UND_ERR_SOCKET");
  });

  test("wrong-types: every value has another type", async () => {
    const { sim, call } = await faulty([`wrong-types@${single}`]);
    const { id } = sim.routers.add({
      projectId: 1,
      regionId: 2,
      name: "edge",
      routes: [{ destination: "10.0.0.0/8", nexthop: "10.7.0.1" }],
      external_gateway_info: { network_id: subnetA, enable_snat: true, external_fixed_ips: [] },
    });
    expect((await call("GET", v1(id))).body).toMatchObject({
      id: 36,
      name: 4,
      project_id: "1",
      distributed: "false",
      routes: { 0: { destination: 10, nexthop: 8 } },
      interfaces: {},
      external_gateway_info: { network_id: 36, enable_snat: "true", external_fixed_ips: {} },
      task_id: null,
    });
  });

  test("wrong-types of one field, at any depth", async () => {
    const { sim, call } = await faulty([`wrong-types:field="routes"@${list}`]);
    const router = sim.routers.add({ projectId: 1, regionId: 2 });
    expect((await call("GET", collection)).body).toEqual({
      count: 1,
      results: [{ ...router, routes: {} }],
    });
  });

  test("texts: every text in the fields with one name is replaced", async () => {
    const { sim, call } = await faulty([`texts:field="name",text="\\u001b[31m"@${list}`]);
    const router = sim.routers.add({ projectId: 1, regionId: 2, name: "edge" });
    expect((await call("GET", collection)).body).toEqual({
      count: 1,
      results: [{ ...router, name: "\u001b[31m" }],
    });
  });

  test("texts: texts in a list are replaced as well, and other values are not", async () => {
    const { call } = await faulty([
      `texts:field="tasks",text="::"@${create}`,
      `texts:field="count",text="::"`,
    ]);
    expect((await call("POST", collection, { name: "main" })).body).toEqual({ tasks: ["::"] });
    expect((await call("GET", collection)).body.count).toBe(1);
  });
});

describe("a task with a fault", () => {
  test("task-error: the request is accepted, and its task has no effect", async () => {
    const { sim, call } = await faulty([`task-error:message="No valid host, for \\"main\\""@${create}`]);
    const { status, body } = await call("POST", collection, { name: "main" });
    expect(status).toBe(200);
    expect((await call("GET", `/v1/tasks/${body.tasks[0]}`)).body).toMatchObject({
      state: "ERROR",
      error: 'No valid host, for "main"',
      created_resources: null,
    });
    expect(sim.routers.all()).toEqual([]);
    expect(sim.requests[0]).toMatchObject({ status: 200, processed: true });
  });

  test("task-error of an update: the router is unchanged, and not locked", async () => {
    const { sim, call } = await faulty(["task-error@PATCH#1"]);
    const { id } = sim.routers.add({ projectId: 1, regionId: 2, name: "edge" });
    await call("PATCH", v2(id), { name: "renamed" });
    expect(sim.routers.get(id)).toMatchObject({ name: "edge", task_id: null });
    await call("PATCH", v2(id), { name: "renamed" });
    expect(sim.routers.get(id)).toMatchObject({ name: "renamed" });
  });

  test("task-never-ends: the task is RUNNING until a test ends it", async () => {
    const { sim, call } = await faulty([`task-never-ends@${create}`]);
    const [id = ""] = (await call("POST", collection, { name: "main" })).body.tasks;
    expect((await call("GET", `/v1/tasks/${id}`)).body.state).toBe("RUNNING");
    expect(sim.tasks.pending()).toMatchObject([{ id }]);
    sim.tasks.finish(id);
    expect(sim.routers.all()).toMatchObject([{ name: "main", status: "ACTIVE" }]);
  });

  test("task-unknown: the first reads of the task are answered 404, at both paths", async () => {
    const { sim, call } = await faulty([`task-unknown:looks=3@${create}#1`]);
    const [hidden] = (await call("POST", collection, { name: "main" })).body.tasks;
    const [other] = (await call("POST", collection, { name: "other" })).body.tasks;
    const statuses = [];
    for (const path of ["/v1/tasks", "/cloud/v1/tasks", "/v1/tasks", "/v1/tasks"]) {
      statuses.push(
        (await call("GET", `${path}/${hidden}`)).status,
        (await call("GET", `${path}/${other}`)).status,
      );
    }
    expect(statuses).toEqual([404, 200, 404, 200, 404, 200, 200, 200]);
    expect(sim.faults.fired().map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
  });
});

test.each([
  ...["empty", "truncated", "drip:ms=1", "wrong-types"],
  ...['wrong-types:field="nothing"', 'texts:field="a",text="b"'],
  ...["task-error", "task-never-ends", "task-unknown:looks=1"],
])("%s: nothing happens to a request that starts no task, and to a reply without a body", async (what) => {
  const { sim, call } = await faulty([what]);
  sim.edgeGroups.add(3, 7);
  expect((await call("DELETE", "/fastedge/v1/admin/groups/3/client/7")).status).toBe(204);
  expect(sim.faults.fired()).toEqual([]);
});

describe("lagging-list", () => {
  async function seen(call: Call, id: string): Promise<unknown[]> {
    const [listed, got] = [await call("GET", `${collection}?limit=5`), await call("GET", v1(id))];
    return [listed.body.count, got.status];
  }

  test("the first reads after a creation do not show the object, alone or in a list", async () => {
    const { sim, call } = await faulty([`lagging-list:reads=3@${create}`]);
    await call("POST", collection, { name: "main" });
    const [{ id } = { id: "" }] = sim.routers.all();
    expect([await seen(call, id), await seen(call, id)]).toEqual([
      [0, 404],
      [0, 200],
    ]);
    expect(sim.routers.all()).toHaveLength(1);
  });

  test("the first reads after an update show the old object, the later ones the new one", async () => {
    const { sim, call } = await faulty(["lagging-list:reads=2@PATCH"]);
    const { id } = sim.routers.add({ projectId: 1, regionId: 2, name: "edge" });
    await call("PATCH", v2(id), { name: "renamed" });
    const names = [];
    for (const path of [v1(id), `${collection}?name=edge`, v1(id)])
      names.push((await call("GET", path)).text);
    expect(names.map((text) => /"name":"(\w+)"/.exec(text)?.[1])).toEqual(["edge", "edge", "renamed"]);
  });

  test("the first reads after a deletion still show the object", async () => {
    const { sim, call } = await faulty(["lagging-list:reads=1@DELETE"]);
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    await call("DELETE", v1(id));
    expect(await seen(call, id)).toEqual([1, 404]);
  });

  test("the effect of a task that ends later is delayed as well, and the task itself is not", async () => {
    const { sim, call } = await faulty([`lagging-list:reads=1@${create}`], {
      taskTime: "manual",
      visibleWhileCreating: false,
    });
    const [task] = (await call("POST", collection, { name: "main" })).body.tasks;
    expect((await call("GET", collection)).body.count).toBe(0);
    sim.tasks.finish();
    expect((await call("GET", `/v1/tasks/${task}`)).body.state).toBe("FINISHED");
    const counts = [await call("GET", collection), await call("GET", collection)].map(
      ({ body }) => body.count,
    );
    expect(counts).toEqual([0, 1]);
  });

  test("reads of other objects are neither delayed nor counted", async () => {
    const { sim, call } = await faulty([`lagging-list:reads=1@${create}`]);
    await call("POST", collection, { name: "main" });
    await call("GET", "/cloud/v1/routers/1/3");
    expect((await call("GET", collection)).body.count).toBe(0);
    expect(sim.faults.fired().map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test.each([
    [
      "POST",
      "/cloud/v2/limits_request",
      { description: "more", requested_limits: {} },
      "/cloud/v2/limits_request",
    ],
    ["PUT", "/cloud/v2/client_quotas/1/notification_threshold", { threshold: 70 }, undefined],
    ["POST", "/fastedge/v1/admin/groups/3/client/7", undefined, "/fastedge/v1/admin/clients?client_id=7"],
    [
      "POST",
      "/iam/reselling/resellers/5/notification_settings",
      { email: "ops@example.com", notification_type: "failed_login" },
      "/iam/reselling/resellers/5/notification_settings",
    ],
    ["POST", "/cdn/sslData/7/force-retry", undefined, "/cdn/sslData/7/status"],
  ])("%s %s: every area is behind", async (method, path, body, reading = path) => {
    const { sim, call } = await faulty([`lagging-list:reads=1@${method}`]);
    sim.certificates.add({ id: 7, state: "failed" });
    const before = (await call("GET", reading)).body;
    expect((await call(method, path, body)).status).toBeLessThan(300);
    expect((await call("GET", reading)).body).toEqual(before);
    expect((await call("GET", reading)).body).not.toEqual(before);
  });

  test("a refused request delays no read", async () => {
    const { sim, call } = await faulty([`lagging-list:reads=1@${create}`]);
    await call("POST", collection, {});
    sim.routers.add({ projectId: 1, regionId: 2 });
    expect((await call("GET", collection)).body.count).toBe(1);
    expect(sim.faults.fired()).toEqual([]);
  });
});

describe("the requests that a rule matches", () => {
  const paths = [collection, "/cloud/v1/routers/1/3", "/cloud/v1/tasks"];

  test.each<[FaultRule["path"], string[]]>([
    [undefined, paths],
    ["/cloud/v1/routers/{project_id}/{region_id}", [collection, "/cloud/v1/routers/1/3"]],
    ["/cloud/v1/routers/1/{region}", [collection, "/cloud/v1/routers/1/3"]],
    [collection, [collection]],
    ["/cloud/v1/routers/{project_id}", []],
    ["/cloud/v1/routers/*", [collection, "/cloud/v1/routers/1/3"]],
    ["/cloud/*", paths],
    ["/cloud/v1/router.", []],
    [/ROUTERS.\d.2$/gi, [collection]],
    ["~/routers.*3/", ["/cloud/v1/routers/1/3"]],
  ])("those at %s", async (path, expected) => {
    const { sim, call } = await faulty([
      { fault: { kind: "status", code: 500 }, method: "get", ...(path === undefined ? {} : { path }) },
    ]);
    for (const each of paths) await call("GET", each);
    await call("POST", collection, { name: "main" });
    expect(sim.faults.fired().map((record) => record.path)).toEqual(expected);
  });

  test.each<[FaultRule["when"], string, number[]]>([
    [undefined, "", [1, 2, 3, 4, 5, 6]],
    ["all", "", [1, 2, 3, 4, 5, 6]],
    [2, "#2", [2]],
    [[1, 3], "#1,3", [1, 3]],
    [{ from: 5 }, "#5+", [5, 6]],
  ])("with %j, among matching requests", async (when, text, expected) => {
    const fault: FaultRule = {
      fault: { kind: "status", code: 500 },
      ...(when === undefined ? {} : { when }),
    };
    const { sim, call } = await faulty([{ ...fault, method: "GET" }]);
    expect(sim.faults.rules()).toEqual([`status:code=500@GET${text}`]);
    const hit = [];
    for (let number = 1; number <= 6; number += 1) {
      await call("POST", collection, {});
      if ((await call("GET", collection)).status === 500) hit.push(number);
    }
    expect(hit).toEqual(expected);
  });

  test("do not include those to the control endpoints", async () => {
    const { call } = await faulty(["refuse", "status:code=500@* /_simulator/*"]);
    expect((await call("GET", "/_simulator/state")).status).toBe(200);
  });

  test("include those to unknown paths, and those with an invalid address", async () => {
    const { sim, call } = await faulty(["status:code=503"]);
    expect((await call("GET", "/nowhere")).status).toBe(503);
    expect((await call("GET", `${collection}/%ZZ`)).status).toBe(503);
    expect(sim.requests.map(({ processed }) => processed)).toEqual([false, false]);
  });
});

describe("a rule with a percentage", () => {
  async function hits(rule: string, seed: number, others: readonly string[] = []): Promise<boolean[]> {
    const { sim, call } = await faulty([...others, rule], { seed });
    for (let number = 0; number < 40; number += 1) await call("GET", collection);
    return sim.requests.map((record) => record.fault === rule);
  }

  test("selects the same requests with the same seed and the same line, whatever the other rules are", async () => {
    const rule = "status:code=500@GET#50%";
    const once = await hits(rule, 7);
    expect(await hits(rule, 7, ["status:code=404#0.5%", "status:code=403@POST#50%"])).toEqual(once);
    expect(await hits(rule, 8)).not.toEqual(once);
  });

  test("selects that percentage of the requests", async () => {
    const shares = [];
    for (const percent of [10, 50, 90]) {
      shares.push((await hits(`empty#${percent}%`, 3)).filter(Boolean).length / 40);
    }
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares[0]).toBeLessThan(shares[1] ?? 0);
    expect(shares[1]).toBeLessThan(shares[2] ?? 0);
    expect(await hits("empty#100%", 3)).not.toContain(false);
  });
});

describe("several rules", () => {
  test("apply to one request together, the first one nearest to the client", async () => {
    const { sim, call } = await faulty([
      `slow:ms=1@${create}#1`,
      `task-error@${create}#1`,
      `empty@${create}#1`,
    ]);
    expect((await call("POST", collection, { name: "main" })).text).toBe("");
    expect(sim.requests[0]?.fault?.split(" + ").sort()).toEqual([
      `empty@${create}#1`,
      `slow:ms=1@${create}#1`,
      `task-error@${create}#1`,
    ]);
    expect(sim.tasks.all()).toMatchObject([{ state: "ERROR" }]);
    expect((await call("POST", collection, { name: "main" })).body.tasks).toHaveLength(1);
  });

  test("may change a body that another rule has damaged", async () => {
    const { sim, call } = await faulty(["wrong-types", "html:code=200"]);
    expect((await call("GET", collection)).text).toContain("<h1>200 OK</h1>");
    expect(sim.requests).toMatchObject([{ fault: "html:code=200" }]);
  });

  test("may both affect the task", async () => {
    const { sim, call } = await faulty(["task-unknown:looks=1@POST", "task-error@POST"]);
    const [id] = (await call("POST", collection, { name: "main" })).body.tasks;
    expect((await call("GET", `/v1/tasks/${id}`)).status).toBe(404);
    expect((await call("GET", `/v1/tasks/${id}`)).body.state).toBe("ERROR");
    expect(sim.routers.all()).toEqual([]);
  });

  test("do not apply after a rule that ends the request", async () => {
    const { sim, call } = await faulty(["status:code=503#1", "task-error"]);
    await call("POST", collection, { name: "main" });
    expect(sim.requests).toMatchObject([{ fault: "status:code=503#1" }]);
  });

  test("apply after a refused connection, which counts for all rules", async () => {
    const { sim, call } = await faulty(["status:code=503#2", "refuse#1"]);
    await failureOf(call("GET", collection));
    await call("GET", collection);
    expect(sim.requests.map(({ fault }) => fault)).toEqual(["refuse#1", "status:code=503#2"]);
  });
});

describe("a rule as one line", () => {
  const given: [string, FaultRule][] = [
    ["refuse", { fault: { kind: "refuse" } }],
    ["reset-before@POST", { fault: { kind: "reset-before" }, method: "POST" }],
    [
      "reset-after@* /v1/tasks/{task_id}#2",
      { fault: { kind: "reset-after" }, path: "/v1/tasks/{task_id}", when: 2 },
    ],
    [
      "hang:processed@GET /v1/*#1,2",
      { fault: { kind: "hang", processed: true }, method: "GET", path: "/v1/*", when: [1, 2] },
    ],
    ["hang", { fault: { kind: "hang", processed: false } }],
    ["slow:ms=50#12.5%", { fault: { kind: "slow", ms: 50 }, when: { percent: 12.5 } }],
    [
      'status:code=429,processed,retryAfter=3,message="a, \\"b\\"@c#1\\n"@PUT ~/#1\\/a b$/i#4+',
      {
        fault: { kind: "status", code: 429, processed: true, retryAfter: 3, message: 'a, "b"@c#1\n' },
        method: "PUT",
        path: /#1\/a b$/i,
        when: { from: 4 },
      },
    ],
    ["rate-limit:perSecond=2,retryAfter=1", { fault: { kind: "rate-limit", perSecond: 2, retryAfter: 1 } }],
    ["html:code=200", { fault: { kind: "html", code: 200 } }],
    ["empty@* ~/#1/", { fault: { kind: "empty" }, path: /#1/ }],
    ["truncated:broken", { fault: { kind: "truncated", broken: true } }],
    ["drip:ms=20", { fault: { kind: "drip", ms: 20 } }],
    ['wrong-types:field="state"', { fault: { kind: "wrong-types", field: "state" } }],
    ['texts:field="state",text="a\\u001bb"', { fault: { kind: "texts", field: "state", text: "a\u001bb" } }],
    ['task-error:message="it\'s"', { fault: { kind: "task-error", message: "it's" } }],
    ["task-never-ends", { fault: { kind: "task-never-ends" } }],
    ["task-unknown:looks=2", { fault: { kind: "task-unknown", looks: 2 } }],
    ["lagging-list:reads=2", { fault: { kind: "lagging-list", reads: 2 } }],
  ];

  test.each(given)("%s", async (line, rule) => {
    const { sim } = await start();
    expect(sim.faults.add(rule)).toBe(line);
    expect(sim.faults.add(line)).toBe(line);
  });

  test("has a longer form", async () => {
    const { sim } = await start();
    expect(sim.faults.add("empty@* /a#all")).toBe("empty@* /a");
  });

  test.each(
    Object.entries({
      "": 'kind: Must look like slow or reset-after, not "".',
      "Slow:ms=1": 'kind: Must look like slow or reset-after, not "Slow:ms=1".',
      nothing: "fault.kind: Unknown kind of fault. The kinds are refuse, reset-before, ",
      statsu: 'fault.kind: Unknown kind of fault. Did you mean "status"?',
      slow: "fault.ms: This field is required.",
      "slow:ms=0": "fault.ms: ",
      "slow:ms=": 'options: Must look like :ms=200 or :field="name",text="x", not ":ms=".',
      "slow:ms=2s@POST": 'not ":ms=2s@POST".',
      [`slow:${"x".repeat(100_000)}!`]: `not ":${"x".repeat(59)}…".`,
      "refuse:ms=1": "fault.ms: Unknown field.",
      "refuse@POST path": 'requests: Must look like @POST or @GET /v1/tasks/{task_id}, not "@POST path".',
      "refuse@POST ~/(/": "path: Must be a path",
      "lagging-list:reads=1@GET": "method: ",
      "refuse#0": "when: ",
      "refuse#101%": "when.percent: ",
      "refuse#first": 'which: Must look like #1, #1,3, #2+ or #20%, not "#first".',
      "refuse@GET /v1/*#first": 'which: Must look like #1, #1,3, #2+ or #20%, not "#first".',
      "status:code=200": "fault.code: ",
    }),
  )("%j is none", async (line, sentence) => {
    const { sim } = await start();
    expect(() => sim.faults.add(line)).toThrow(sentence);
    expect(sim.faults.rules()).toEqual([]);
  });

  test.each<[object, string]>([
    [{ path: "/a b" }, "path: Must be a path"],
    [{ path: "/a#1" }, "path: Must be a path"],
    [{ when: 0 }, "when"],
  ])("cannot have %j", async (condition, sentence) => {
    const { sim } = await start();
    expect(() => sim.faults.add({ fault: { kind: "refuse" }, ...condition })).toThrow(sentence);
  });

  test("and the seed reproduce the same faults together", async () => {
    const { sim } = await faulty(["refuse@POST#50%", 'task-error:message="it\'s"'], { seed: 7 });
    expect(sim.faults.commandLine()).toBe(
      `--seed 7 --fault 'refuse@POST#50%' --fault 'task-error:message="it'\\''s"'`,
    );
  });
});

describe("the faults that happened", () => {
  test.each([
    ["an operation that does as it was asked", "POST", { name: "main" }, true],
    ["a request that is refused for its body", "POST", {}, false],
    ["a request that no operation serves", "PUT", {}, false],
  ])("%s: processed is a matter of effect", async (_, method, body, processed) => {
    const { sim, call } = await start();
    await call(method, collection, body);
    expect(sim.requests).toMatchObject([{ processed }]);
  });

  test("can be repeated without a given seed, because the simulator chooses and prints one", async () => {
    const sim = await startSimulator();
    expect(sim.faults.commandLine()).toMatch(/^--seed \d+$/);
    await sim.close();
  });

  test("end when the rules are cleared, with their later effects", async () => {
    const { sim, call } = await faulty([`lagging-list:reads=5@${create}`, "status:code=500@DELETE"]);
    await call("POST", collection, { name: "main" });
    sim.faults.clear();
    expect((await call("GET", collection)).body.count).toBe(1);
    expect((await call("DELETE", collection)).status).toBe(404);
    expect(sim.faults.rules()).toEqual([]);
  });
});

describe("from another process", () => {
  const open = { key: null };
  const endpoint = "/_simulator/faults";

  test("rules are added, listed and cleared", async () => {
    const { sim, call } = await start();
    const rule = { fault: { kind: "status", code: 503, processed: true }, method: "POST", when: { from: 2 } };
    const added = await call("POST", endpoint, rule, open);
    expect([added.status, added.body]).toEqual([201, { rule: "status:code=503,processed@POST#2+" }]);
    expect((await call("POST", endpoint, "refuse#9", open)).body).toEqual({ rule: "refuse#9" });
    expect((await call("GET", endpoint, undefined, open)).body).toEqual({
      count: 2,
      results: ["status:code=503,processed@POST#2+", "refuse#9"],
    });
    expect(sim.faults.rules()).toHaveLength(2);
    expect((await call("DELETE", endpoint, undefined, open)).status).toBe(204);
    expect(sim.faults.rules()).toEqual([]);
  });

  test.each([
    [{ fault: { kind: "refuse" }, pth: "/" }, "pth"],
    ["slow", "fault.ms"],
  ])("%j is refused", async (rule, field) => {
    const { call } = await start();
    const answer = await call("POST", endpoint, rule, open);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});

/** Sends the head of a request, without its body. */
function sendHead(sim: Simulator, path: string, method = "POST"): Socket {
  const { hostname, port } = new URL(sim.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: apikey simulator-key\r\n` +
      "Content-Type: application/json\r\nContent-Length: 16\r\n\r\n",
  );
  return socket;
}

/** The end of the connection by the other side: its error code, and what was received. */
function endOf(socket: Socket): Promise<{ code: string | undefined; received: string }> {
  let received = "";
  let code: string | undefined;
  socket.on("data", (data) => {
    received += data.toString();
  });
  socket.on("error", (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  return new Promise((resolve) => socket.on("close", () => resolve({ code, received })));
}
