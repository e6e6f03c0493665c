import { afterEach, expect, test } from "@jest/globals";
import { closeAll, collection, start, startWithRouter, v1, v2 } from "../../../simulator/testing/client";

afterEach(closeAll);

const settings = "/iam/reselling/resellers/12/notification_settings";
const member = "/fastedge/v1/admin/groups/3/client/7";
const keys = { apiKeys: ["key-1", "key-2"], adminKeys: ["admin-1"] };
const sentence = "The API key is not allowed to do this.";

test("an admin key is accepted for resellers and edge groups, and another key for all other areas", async () => {
  const { call } = await start(keys);
  expect((await call("GET", settings, undefined, { key: "admin-1" })).status).toBe(200);
  expect((await call("POST", member, undefined, { key: "admin-1" })).status).toBe(204);
  expect((await call("GET", collection, undefined, { key: "key-2" })).status).toBe(200);
});

test.each<[string, string, string, unknown]>([
  ["key-1", "GET", settings, { errors: { detail: [sentence] } }],
  ["key-2", "POST", member, { error: sentence }],
  [
    "admin-1",
    "GET",
    collection,
    { exception_class: "ForbiddenError", message: sentence, request_id: expect.any(String) },
  ],
])("the key %s is refused at %s %s", async (key, method, path, body) => {
  const { sim, call } = await start(keys);
  const answer = await call(method, path, undefined, { key });
  expect([answer.status, answer.body]).toEqual([403, body]);
  expect(sim.edgeGroups.groups()).toEqual([]);
});

test("a key that may only read gets 403 for any other method", async () => {
  const { call, id } = await startWithRouter({ readKeys: ["reader"] });
  const read = { key: "reader" };
  expect((await call("GET", v1(id), undefined, read)).status).toBe(200);
  expect((await call("PATCH", v2(id), { name: "renamed" }, read)).status).toBe(403);
  expect((await call("PATCH", v2(id), { name: "renamed" })).status).toBe(200);
});

test("keys with rights get 403 for other operations, and 404 for a path that is not served", async () => {
  const rights = ["GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}"];
  const { call, id } = await startWithRouter({ rights });
  expect((await call("GET", v1(id))).status).toBe(200);
  const refused = await call("PATCH", v2(id), { name: "renamed" });
  expect([refused.status, refused.body.exception_class]).toEqual([403, expect.any(String)]);
  expect((await call("GET", "/no/such/path")).status).toBe(404);
});

test("any key has the rights of the first one, where any key is accepted", async () => {
  const rights = ["GET /cloud/v1/routers/{project_id}/{region_id}/{router_id}"];
  const { call, id } = await startWithRouter({ rights, anyApiKey: true });
  const other = { key: "that-of-a-provider" };
  expect((await call("GET", v1(id), undefined, other)).status).toBe(200);
  expect((await call("PATCH", v2(id), { name: "renamed" }, other)).status).toBe(403);
});
