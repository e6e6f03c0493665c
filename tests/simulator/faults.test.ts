import { connect, type Socket } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import type { FaultRule, RequestRecord, Simulator, SimulatorOptions } from "../../simulator/src";
import { type Call, closeAll, collection, start, subnetA, v1 } from "../../simulator/testing/client";
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

const post = (call: Call) => call("POST", collection, { name: "main" });

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

test("refuse: only the head is read, and the request has no effect", async () => {
  const { sim } = await faulty([`refuse@${create}`]);
  expect(await endOf(sendHead(sim, collection))).toEqual({ code: "ECONNRESET", received: "" });
  expect(sim.requests).toMatchObject([{ path: collection, body: undefined, status: 0, processed: false }]);
  expect(sim.faults.fired()).toMatchObject([{ fault: `refuse@${create}` }]);
});

test.each([
  ["reset-before", "the request has no effect", false],
  ["reset-after", "the request has taken effect", true],
])("%s: %s", async (what, _, processed) => {
  const { sim, call } = await faulty([`${what}@${create}`]);
  expect(await brokenBy(post(call))).toBe("ECONNRESET");
  expect(sim.requests).toMatchObject([
    { body: { name: "main" }, status: 0, processed, fault: `${what}@${create}` },
  ]);
  expect(sim.routers.all()).toHaveLength(processed ? 1 : 0);
});

test.each([
  ["hang", false],
  ["hang:processed", true],
])("%s: no reply until the client leaves; with effect %s", async (what, processed) => {
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

test("slow: the reply waits for a timer of so many milliseconds, but the request takes effect at once", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  const { sim, call } = await faulty([`slow:ms=123@${create}`]);
  const answer = post(call);
  await until(() => sim.routers.all().length === 1);
  expect(sim.requests).toMatchObject([{ processed: true }]);
  expect((await answer).status).toBe(200);
  expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(123);
  expect(sim.requests).toMatchObject([{ status: 200, fault: `slow:ms=123@${create}` }]);
});

test("closing the simulator ends replies that hang, drip or are slow, and leaves no timer", async () => {
  const begun = jest.spyOn(globalThis, "setTimeout");
  const ended = jest.spyOn(globalThis, "clearTimeout");
  const records: RequestRecord[] = [];
  const { sim } = await faulty(["slow:ms=3600000@POST", "hang@GET", "drip:ms=1@PATCH"], {
    onRequest: (record) => records.push(record),
  });
  const sockets = ["POST", "GET", "PATCH"].map((method) => sendHead(sim, collection, method));
  const ends = sockets.map(endOf);
  for (const socket of sockets) socket.write('{"name": "main"}');
  await until(() => sim.faults.fired().length === 3);
  const pause = begun.mock.calls.findIndex(([, milliseconds]) => milliseconds === 3_600_000);
  await sim.close();
  expect(ended.mock.calls.flat()).toContain(begun.mock.results[pause]?.value);
  await Promise.all(ends);
  expect(records.map(({ method, status }) => [method, status]).sort()).toEqual([
    ["GET", 0],
    ["PATCH", 404],
    ["POST", 0],
  ]);
});

test.each([
  [401, "UnauthorizedError"],
  [404, "NotFoundError"],
  [500, "InternalServerError"],
  [503, "ServiceUnavailableError"],
])("status: a reply %i in the words of the area, and without effect", async (code, kind) => {
  const { sim, call } = await faulty([`status:code=${code},retryAfter=7@${create}`]);
  const answer = await post(call);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([code, "7"]);
  expect(answer.body).toMatchObject({ exception_class: kind, request_id: sim.requests[0]?.requestId });
  expect(sim.routers.all()).toEqual([]);
});

test.each([
  [",retryAfter=3", "3"],
  ["", null],
])("rate-limit: 429 beyond so many requests in the last second%s", async (option, wait) => {
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
  expect((await post(call)).status).toBe(200);
  now = 999;
  expect(await get()).toEqual([429, wait]);
  // A refused request does not count.
  now = 1000;
  expect([await get(), await get(), await get()].map(([status]) => status)).toEqual([200, 200, 429]);
  expect(sim.faults.fired().map(({ fault }) => fault)).toEqual([rule, rule, rule]);
});

test.each<[string, number, string | null, RegExp, boolean]>([
  ["html:code=200", 200, "text/html", /<h1>200 /, false],
  ["html:code=504,processed", 504, "text/html", /<h1>504 /, true],
  ["empty", 200, null, /^$/, true],
  ["truncated", 200, "application/json; charset=utf-8", /^\{"tasks":\["[0-9a-f-]+$/, true],
])(
  "%s: the reply has the status %i, the type %s and a body like %s",
  async (what, code, type, body, processed) => {
    const { sim, call } = await faulty([`${what}@${create}`]);
    const { status, headers, text } = await post(call);
    expect([status, headers.get("content-type")]).toEqual([code, type]);
    expect(text).toMatch(body);
    if (type) expect(headers.get("content-length")).toBe(`${Buffer.byteLength(text)}`);
    expect(sim.requests).toMatchObject([{ status: code, processed }]);
  },
);

test("drip: one byte at a time, and then spaces without end", async () => {
  const { sim } = await faulty([`drip:ms=1@${create}`]);
  const answer = await startCreation(sim);
  let text = "";
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString();
    if (text.endsWith("   ")) break;
  }
  expect(JSON.parse(text)).toEqual({ tasks: [sim.tasks.all()[0]?.id] });
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
    project_id: "1",
    distributed: "false",
    routes: { 0: { destination: 10, nexthop: 8 } },
    external_gateway_info: { network_id: 36, enable_snat: "true", external_fixed_ips: {} },
    task_id: null,
  });
});

test.each([
  ['wrong-types:field="routes"', { routes: {} }],
  ['texts:field="name",text="\\u001b[31m"', { name: "\u001b[31m" }],
])("%s: only the fields of that name change, at any depth", async (what, changed) => {
  const { sim, call } = await faulty([`${what}@${list}`]);
  const router = sim.routers.add({ projectId: 1, regionId: 2, name: "edge" });
  expect((await call("GET", collection)).body).toEqual({ count: 1, results: [{ ...router, ...changed }] });
});

test("task-error: the request is accepted, and its task has no effect", async () => {
  const { sim, call } = await faulty([`task-error:message="No valid host, for \\"main\\""@${create}`]);
  const { status, body } = await post(call);
  expect(status).toBe(200);
  expect((await call("GET", `/v1/tasks/${body.tasks[0]}`)).body).toMatchObject({
    state: "ERROR",
    error: 'No valid host, for "main"',
    created_resources: null,
  });
  expect(sim.routers.all()).toEqual([]);
});

test("task-never-ends: the task is RUNNING until a test ends it", async () => {
  const { sim, call } = await faulty([`task-never-ends@${create}`]);
  const [id = ""] = (await post(call)).body.tasks;
  expect((await call("GET", `/v1/tasks/${id}`)).body.state).toBe("RUNNING");
  sim.tasks.finish(id);
  expect(sim.routers.all()).toMatchObject([{ name: "main", status: "ACTIVE" }]);
});

test.each([
  ...["empty", "truncated", "drip:ms=1", "wrong-types", 'texts:field="a",text="b"'],
  ...["task-error", "task-never-ends", "task-unknown:looks=1"],
])("%s: nothing happens to a request that starts no task, and to a reply without a body", async (what) => {
  const { sim, call } = await faulty([what]);
  sim.edgeGroups.add(3, 7);
  expect((await call("DELETE", "/fastedge/v1/admin/groups/3/client/7")).status).toBe(204);
  expect(sim.faults.fired()).toEqual([]);
});

test("lagging-list: the first reads that would show the change do not, alone or in a list, and others are not counted", async () => {
  const { sim, call } = await faulty([`lagging-list:reads=3@${create}`]);
  const [task] = (await post(call)).body.tasks;
  const [{ id } = { id: "" }] = sim.routers.all();
  const seen = async () => [
    (await call("GET", `${collection}?limit=5`)).body.count,
    (await call("GET", v1(id))).status,
    (await call("GET", "/cloud/v1/routers/1/3")).body.count,
    (await call("GET", `/v1/tasks/${task}`)).body.state,
  ];
  expect([await seen(), await seen()]).toEqual([
    [0, 404, 0, "FINISHED"],
    [0, 200, 0, "FINISHED"],
  ]);
  expect(sim.routers.all()).toHaveLength(1);
});

test("lagging-list: the effect of a task that ends later is delayed as well", async () => {
  const { sim, call } = await faulty([`lagging-list:reads=1@${create}`], {
    taskTime: "manual",
    visibleWhileCreating: false,
  });
  await post(call);
  sim.tasks.finish();
  const counts = [await call("GET", collection), await call("GET", collection)];
  expect(counts.map(({ body }) => body.count)).toEqual([0, 1]);
});

const paths = [collection, "/cloud/v1/routers/1/3", "/cloud/v1/tasks", "/nowhere"];

test.each<[FaultRule["path"], string[]]>([
  [undefined, paths],
  ["/cloud/v1/routers/{project_id}/{region_id}", [collection, "/cloud/v1/routers/1/3"]],
  [collection, [collection]],
  ["/cloud/v1/routers/{project_id}", []],
  ["/cloud/*", paths.slice(0, 3)],
  ["/cloud/v1/router.", []],
  [/ROUTERS.\d.2$/gi, [collection]],
  ["~/routers.*3/", ["/cloud/v1/routers/1/3"]],
])("a rule matches the requests at %s", async (path, expected) => {
  const rule = { fault: { kind: "status", code: 500 }, method: "get" } as const;
  const { sim, call } = await faulty([path === undefined ? rule : { ...rule, path }]);
  for (const each of paths) await call("GET", each);
  await post(call);
  expect(sim.faults.fired().map((record) => record.path)).toEqual(expected);
});

test.each<[NonNullable<FaultRule["when"]>, string, number[]]>([
  ["all", "", [1, 2, 3, 4]],
  [2, "#2", [2]],
  [[1, 3], "#1,3", [1, 3]],
  [{ from: 3 }, "#3+", [3, 4]],
])("a rule with %j applies to these of the matching requests", async (when, text, expected) => {
  const { sim, call } = await faulty([{ fault: { kind: "status", code: 500 }, method: "GET", when }]);
  expect(sim.faults.rules()).toEqual([`status:code=500@GET${text}`]);
  const hit = [];
  for (let number = 1; number <= 4; number += 1) {
    await call("POST", collection, {});
    if ((await call("GET", collection)).status === 500) hit.push(number);
  }
  expect(hit).toEqual(expected);
});

test("a rule does not match requests to the control endpoints", async () => {
  const { call } = await faulty(["refuse", "status:code=500@* /_simulator/*"]);
  expect((await call("GET", "/_simulator/state")).status).toBe(200);
});

test("a rule with a percentage applies to the same requests with the same seed, whatever the other rules are", async () => {
  const rule = "status:code=500@GET#50%";
  const hits = async (seed: number, others: readonly string[] = []): Promise<boolean[]> => {
    const { sim, call } = await faulty([...others, rule], { seed });
    for (let number = 0; number < 40; number += 1) await call("GET", collection);
    return sim.requests.map((record) => record.fault === rule);
  };
  const once = await hits(7);
  expect(new Set(once).size).toBe(2);
  expect(await hits(7, ["status:code=403@POST#50%"])).toEqual(once);
  expect(await hits(8)).not.toEqual(once);
});

test("several rules apply to one request together, the first one nearest to the client", async () => {
  const rules = ["empty", "truncated", "task-error", "task-unknown:looks=1"].map(
    (what) => `${what}@${create}#1`,
  );
  const { sim, call } = await faulty(rules);
  expect((await post(call)).text).toBe("");
  expect(sim.requests[0]?.fault?.split(" + ").sort()).toEqual([...rules].sort());
  expect(sim.tasks.all()).toMatchObject([{ state: "ERROR" }]);
  expect((await post(call)).body.tasks).toHaveLength(1);
});

test("rules end when they are cleared, with their later effects", async () => {
  const { sim, call } = await faulty([`lagging-list:reads=5@${create}`]);
  await post(call);
  sim.faults.clear();
  expect((await call("GET", collection)).body.count).toBe(1);
  expect(sim.faults.rules()).toEqual([]);
});

test.each<[string, FaultRule]>([
  ["refuse", { fault: { kind: "refuse" } }],
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
  ['texts:field="state",text="a\\u001bb"', { fault: { kind: "texts", field: "state", text: "a\u001bb" } }],
])("the rule %s is the same as its fields", async (line, rule) => {
  const { sim } = await start();
  expect(sim.faults.add(rule)).toBe(line);
  expect(sim.faults.add(line)).toBe(line);
});

test.each(
  Object.entries({
    "": 'kind: Must look like slow or reset-after, not "".',
    nothing: "fault.kind: Unknown kind of fault. The kinds are refuse, reset-before, ",
    slow: "fault.ms: This field is required.",
    "slow:ms=0": "fault.ms: ",
    "slow:ms=": 'options: Must look like :ms=200 or :field="name",text="x", not ":ms=".',
    [`slow:${"x".repeat(100_000)}!`]: `not ":${"x".repeat(59)}…".`,
    "refuse:ms=1": "fault.ms: Unknown field.",
    "refuse@POST path": 'requests: Must look like @POST or @GET /v1/tasks/{task_id}, not "@POST path".',
    "refuse@POST ~/(/": "path: Must be a path",
    "lagging-list:reads=1@GET": "method: ",
    "refuse#101%": "when.percent: ",
    "refuse@GET /v1/*#first": 'which: Must look like #1, #1,3, #2+ or #20%, not "#first".',
    "status:code=200": "fault.code: ",
  }),
)("the rule %j is refused", async (line, sentence) => {
  const { sim } = await start();
  expect(() => sim.faults.add(line)).toThrow(sentence);
  expect(sim.faults.rules()).toEqual([]);
});

test("another process adds, lists and removes rules", async () => {
  const { sim, call } = await start();
  const ask = (method: string, body?: unknown, query = "") =>
    call(method, `/_simulator/faults${query}`, body, { key: null });
  const line = "status:code=503,processed@POST#2+";
  const rule = { fault: { kind: "status", code: 503, processed: true }, method: "POST", when: { from: 2 } };
  expect(await ask("POST", rule)).toMatchObject({ status: 201, body: { rule: line } });
  expect((await ask("POST", "refuse#9")).body).toEqual({ rule: "refuse#9" });
  expect((await ask("POST", { ...rule, pth: "/" })).status).toBe(400);
  expect((await ask("GET")).body).toEqual({ count: 2, results: [line, "refuse#9"] });
  const one = `?rule=${encodeURIComponent(line)}`;
  expect([(await ask("DELETE", undefined, one)).status, sim.faults.rules()]).toEqual([204, ["refuse#9"]]);
  expect((await ask("DELETE", undefined, one)).status).toBe(404);
  expect([(await ask("DELETE")).status, sim.faults.rules()]).toEqual([204, []]);
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
