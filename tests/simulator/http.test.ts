import { afterEach, describe, expect, test } from "@jest/globals";
import type { RequestRecord } from "../../simulator/src";
import {
  type CallOptions,
  closeAll,
  collection,
  start,
  unknownId,
  v1,
  v2,
} from "../../simulator/testing/client";
import { testInvalidFields } from "../support/invalid-fields";

afterEach(closeAll);

describe("authentication", () => {
  const refused: [string, CallOptions][] = [
    ["no header", { key: null }],
    ["another key", { key: "other" }],
    ["another scheme", { key: null, headers: { Authorization: "Bearer simulator-key" } }],
    ["a scheme in capitals", { key: null, headers: { Authorization: "APIKey simulator-key" } }],
    ["two spaces", { key: " simulator-key" }],
  ];

  test.each(refused)("%s is answered 401 in the form of the cloud area", async (_, options) => {
    const { call } = await start();
    const answer = await call("GET", collection, undefined, options);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      exception_class: "UnauthorizedError",
      message: expect.any(String),
      request_id: answer.headers.get("x-request-id"),
    });
  });

  test.each([["/v1/tasks/x"], ["/cloud/unknown"]])("%s is answered 401 in the same form", async (path) => {
    const { call } = await start();
    expect((await call("GET", path, undefined, { key: null })).body).toHaveProperty("exception_class");
  });

  test("is checked before everything else", async () => {
    const { call } = await start();
    const statuses = await Promise.all([
      call("PATCH", v2(unknownId), undefined, { key: null, raw: "{no json" }),
      call("PATCH", v2(unknownId), undefined, {
        key: null,
        raw: "{}",
        headers: { "Content-Type": "nonsense" },
      }),
      call("GET", "/nowhere", undefined, { key: null }),
      call("GET", `${collection}/%ZZ`, undefined, { key: null }),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
  });

  test("accepts each of several keys, and records the position of the key", async () => {
    const { sim, call } = await start({ apiKeys: ["first", "se$cond_"] });
    await call("GET", collection, undefined, { key: "se$cond_" });
    await call("GET", collection);
    expect(
      sim.requests.map(({ authorized, keyIndex, status }) => ({ authorized, keyIndex, status })),
    ).toEqual([
      { authorized: true, keyIndex: 1, status: 200 },
      { authorized: false, keyIndex: undefined, status: 401 },
    ]);
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
    const { sim, call } = await start();
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    const answer = await call("PATCH", v2(id), undefined, options);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      exception_class: "ValidationError",
      invalid_fields: expect.any(Object),
    });
  });

  test("a content type without a body is not an error", async () => {
    const { sim, call } = await start();
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    const headers = { "Content-Type": "application/json" };
    expect((await call("GET", v1(id), undefined, { headers })).status).toBe(200);
    expect((await call("DELETE", v1(id), undefined, { headers })).status).toBe(200);
  });

  test("a content type may have a charset", async () => {
    const { sim, call } = await start();
    const { id } = sim.routers.add({ projectId: 1, regionId: 2 });
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    expect((await call("PATCH", v2(id), { name: "renamed" }, { headers })).status).toBe(200);
  });
});

describe("paths", () => {
  test.each([["/nowhere"], ["/cloud/v2/routers/1/2"], ["/_simulator/nowhere"]])("%s is 404", async (path) => {
    const { call } = await start();
    const answer = await call("GET", path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: "Not Found" });
  });

  test("that are not served may be answered by an ingress", async () => {
    const { sim, call } = await start({ mode: "documented-only", unknownPaths: "html" });
    const headers = { Authorization: "apikey simulator-key" };
    for (const [method, path] of [
      ["GET", "/nowhere"],
      ["GET", collection],
      ["DELETE", "/fastedge/v1/admin/groups/1/client/2"],
    ] as const) {
      const answer = await fetch(`${sim.url}${path}`, { method, headers });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe("text/html");
      expect(await answer.text()).toContain("<title>404 Not Found</title>");
    }
    expect((await call("GET", "/streaming/ai/tasks")).status).toBe(200);
  });

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

  test("contains the body of a refused request, as text if it is not JSON", async () => {
    const { sim, call } = await start();
    await call("POST", collection, { name: "main" }, { key: null });
    await call("POST", collection, undefined, { raw: "{" });
    expect(sim.requests.map((record) => record.body)).toEqual([{ name: "main" }, "{"]);
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

  test("is sent to listeners, one answered request at a time", async () => {
    const line = await new Promise((resolve) => {
      const onRequest = (record: RequestRecord): void =>
        resolve(`${record.method} ${record.path} ${record.status}`);
      void start({ onRequest }).then(async ({ call }) => {
        await call("GET", "/_simulator");
        await call("GET", collection);
      });
    });
    expect(line).toBe(`GET ${collection} 200`);
  });
});
