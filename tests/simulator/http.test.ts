import { afterEach, expect, test } from "@jest/globals";
import {
  type CallOptions,
  closeAll,
  collection,
  start,
  startWithRouter,
  v2,
} from "../../simulator/testing/client";

afterEach(closeAll);

const refused: [string, CallOptions][] = [
  ["another scheme", { key: null, headers: { Authorization: "Bearer simulator-key" } }],
  ["a scheme in capitals", { key: null, headers: { Authorization: "APIKey simulator-key" } }],
  ["two spaces", { key: " simulator-key" }],
];

test.each(refused)("a key with %s is answered 401", async (_, options) => {
  const { call } = await start();
  expect((await call("GET", collection, undefined, options)).status).toBe(401);
});

test.each<[string, CallOptions]>([
  ["no JSON", { raw: "{" }],
  ["no body", {}],
  ["a wrong content type", { raw: "{}", headers: { "Content-Type": "text/plain" } }],
  ["a malformed content type", { raw: "{}", headers: { "Content-Type": "nonsense" } }],
  ["a list", { raw: "[]" }],
])("a body with %s is answered 400", async (_, options) => {
  const { call, id } = await startWithRouter();
  const body = { exception_class: "ValidationError", invalid_fields: expect.any(Object) };
  const answer = await call("PATCH", v2(id), undefined, options);
  expect(answer).toMatchObject({ status: 400, body });
});

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

test.each([["/nowhere"], ["/cloud/v2/routers/1/2"], ["/_simulator/nowhere"], ["/_simulator/nowhere/1"]])(
  "the path %s is answered 404",
  async (path) => {
    const { call } = await start();
    expect(await call("GET", path)).toMatchObject({ status: 404, body: { message: "Not Found" } });
  },
);

test("the record of requests never contains a key", async () => {
  const { sim, call } = await start();
  await call("GET", collection);
  await call("GET", collection, undefined, { key: "mistyped-key" });
  expect(JSON.stringify(sim.requests)).not.toMatch(/simulator-key|mistyped-key/);
});

test("the record loses the oldest requests if all bodies together are too long", async () => {
  const { sim, call } = await start();
  const body = { name: "x".repeat(1_000_000) };
  const posts = 40;
  for (let number = 1; number <= posts; number++) await call("POST", `${collection}?number=${number}`, body);
  const lengths = sim.requests.map((record) => JSON.stringify(record.body).length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 ** 25);
  expect(lengths).toHaveLength(33);
  expect(sim.requests.at(-1)?.query).toEqual({ number: `${posts}` });
  expect(sim.count()).toBe(33);
  sim.clearRequests();
  await call("GET", collection);
  expect(sim.count()).toBe(1);
});
