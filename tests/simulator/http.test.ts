import { afterEach, describe, expect, test } from "@jest/globals";
import {
  type CallOptions,
  closeAll,
  collection,
  start,
  startWithRouter,
  unknownId,
  v1,
  v2,
} from "../../simulator/testing/client";
import { testInvalidFields } from "../support/invalid-fields";

afterEach(closeAll);

describe("authentication", () => {
  const refused: [string, CallOptions][] = [
    ["another scheme", { key: null, headers: { Authorization: "Bearer simulator-key" } }],
    ["a scheme in capitals", { key: null, headers: { Authorization: "APIKey simulator-key" } }],
    ["two spaces", { key: " simulator-key" }],
  ];

  test.each(refused)("%s is answered 401", async (_, options) => {
    const { call } = await start();
    expect((await call("GET", collection, undefined, options)).status).toBe(401);
  });
});

describe("bodies", () => {
  test.each<[string, CallOptions]>([
    ["no JSON", { raw: "{" }],
    ["no body", {}],
    ["a wrong content type", { raw: "{}", headers: { "Content-Type": "text/plain" } }],
    ["a malformed content type", { raw: "{}", headers: { "Content-Type": "nonsense" } }],
    ["a list", { raw: "[]" }],
  ])("%s is answered 400", async (_, options) => {
    const { call, id } = await startWithRouter();
    const body = { exception_class: "ValidationError", invalid_fields: expect.any(Object) };
    const answer = await call("PATCH", v2(id), undefined, options);
    expect(answer).toMatchObject({ status: 400, body });
  });
});

describe("bodies and queries that are made to fail", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  test("JSON of 200,000 levels is answered 400, and the page continues", async () => {
    const { sim, call } = await start();
    const page = await fetch(`${sim.url}/_simulator/events`);
    const events = page.body?.pipeThrough(new TextDecoderStream()).getReader();
    await events?.read();
    expect((await call("POST", collection, undefined, { raw: deep(200_000), key: null })).status).toBe(401);
    const answer = await call("POST", collection, undefined, { raw: deep(200_000) });
    expect([answer.status, answer.body.invalid_fields]).toEqual([
      400,
      { body: ["The body has more than 100 levels."] },
    ]);
    expect(
      (await call("POST", "/_simulator/answers", undefined, { raw: `{"data":${deep(200_000)}}` })).status,
    ).toBe(400);
    // An event is sent 100 ms after a change: its computation would end the process.
    expect((await events?.read())?.value).toContain('"requests/');
    await events?.cancel();
  });
});

describe("paths", () => {
  test.each([["/nowhere"], ["/cloud/v2/routers/1/2"], ["/_simulator/nowhere"], ["/_simulator/nowhere/1"]])(
    "%s is 404",
    async (path) => {
      const { call } = await start();
      expect(await call("GET", path)).toMatchObject({ status: 404, body: { message: "Not Found" } });
    },
  );

  testInvalidFields({
    [`/cloud/v1/routers/one/2/${unknownId}`]: "project_id",
    [`/cloud/v1/routers/1/2.5/${unknownId}`]: "region_id",
    "/cloud/v1/routers/1/2/router": "router_id",
    "/v1/tasks/task": "task_id",
    "/cloud/v1/routers/1/2?limit=0": "limit",
    "/cloud/v1/routers/1/2?limit=1001": "limit",
    "/cloud/v1/routers/1/2?offset=-1": "offset",
    "/cloud/v1/routers/1/2?nmae=x": "nmae",
    "/cloud/v1/routers/1/2?name=a&name=b": "name",
  });

  test("that cannot be decoded are answered 400, and recorded", async () => {
    const { sim, call } = await start();
    expect((await call("GET", `${collection}/%ZZ`)).status).toBe(400);
    expect(sim.requests).toMatchObject([{ path: `${collection}/%ZZ`, status: 400 }]);
  });
});

describe("the record of requests", () => {
  test("contains requests and replies, in order of arrival", async () => {
    const { sim, call } = await start({ now: () => 1_000 });
    await call("GET", `${collection}?limit=5&name=a`);
    const created = await call("POST", collection, { name: "main" });
    expect(sim.requests).toMatchObject([
      {
        at: 1_000,
        method: "GET",
        path: collection,
        query: { limit: "5", name: "a" },
        body: undefined,
        status: 200,
      },
      { method: "POST", path: collection, query: {}, body: { name: "main" }, status: 200 },
    ]);
    expect(sim.requests[1]?.requestId).toBe(created.headers.get("x-request-id"));
  });

  test("never contains a key", async () => {
    const { sim, call } = await start();
    await call("GET", collection);
    await call("GET", collection, undefined, { key: "mistyped-key" });
    expect(JSON.stringify(sim.requests)).not.toMatch(/simulator-key|mistyped-key/);
  });

  test("is bounded: the oldest requests are removed if all bodies together are too long", async () => {
    const { sim, call } = await start();
    const body = { name: "x".repeat(1_000_000) };
    const posts = 40;
    for (let number = 1; number <= posts; number++)
      await call("POST", `${collection}?number=${number}`, body);
    const lengths = sim.requests.map((record) => JSON.stringify(record.body).length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 ** 25);
    expect(lengths).toHaveLength(33);
    expect(sim.requests.at(-1)?.query).toEqual({ number: `${posts}` });
    expect(sim.count()).toBe(33);
    sim.clearRequests();
    await call("GET", collection);
    expect(sim.count()).toBe(1);
  });

  test("can be counted by method and path, and cleared", async () => {
    const { sim, call } = await start();
    await call("GET", collection);
    await call("GET", v1(unknownId));
    await call("POST", collection, { name: "main" });
    const expression = /routers/g;
    expect(sim.count()).toBe(3);
    expect(sim.count({ method: "get" })).toBe(2);
    expect(sim.count({ path: collection })).toBe(2);
    expect(sim.count({ method: "GET", path: expression })).toBe(2);
    expect(sim.count({ path: expression })).toBe(3);
    sim.clearRequests();
    expect(sim.count()).toBe(0);
  });
});
