import { afterEach, describe, expect, test } from "@jest/globals";
import { type Answer, closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const settings = "/iam/reselling/resellers/12/notification_settings";
const email = "ops@example.com";
const wanted = { email, notification_type: "failed_login" };
const notFound = [404, { errors: { detail: ["Not found."] } }];

function setting(id: unknown): string {
  return `${settings}/${id}`;
}

function told({ status, body }: Answer): [number, unknown] {
  return [status, body];
}

describe("creating", () => {
  test("answers the record, which is enabled unless told otherwise", async () => {
    const { sim, call } = await start();
    const record = { id: 70_001, reseller: 12, ...wanted, enabled: true };
    expect(told(await call("POST", settings, wanted))).toEqual([201, record]);
    const other = { email, notification_type: "deletion_request", enabled: false };
    expect(told(await call("POST", settings, other))).toEqual([201, { id: 70_002, reseller: 12, ...other }]);
    expect(sim.resellers.get(70_001)).toEqual(record);
  });

  test("does not mind an equal one", async () => {
    const { sim, call } = await start();
    await call("POST", settings, wanted);
    expect((await call("POST", settings, wanted)).status).toBe(201);
    expect(sim.resellers.all()).toHaveLength(2);
  });

  test("never gives an id twice", async () => {
    const { sim, call } = await start();
    sim.resellers.add({ resellerId: 12, id: 70_002 });
    await call("POST", settings, wanted);
    sim.resellers.delete(70_001);
    expect((await call("POST", settings, wanted)).body.id).toBe(70_003);
  });
});

describe("what is refused", () => {
  test.each<[string, unknown, string]>([
    ["no email", { notification_type: "failed_login" }, "email"],
    ["an email that is none", { ...wanted, email: "ops" }, "email"],
    ["a long email", { ...wanted, email: `ops@${"a.".repeat(125)}example.com` }, "email"],
    ["no type", { email }, "notification_type"],
    ["an unknown type", { ...wanted, notification_type: "login" }, "notification_type"],
    ["text for enabled", { ...wanted, enabled: "true" }, "enabled"],
    ["an unknown field", { ...wanted, id: 1 }, "id"],
  ])("%s, by POST and PUT", async (_, body, field) => {
    const { sim, call } = await start();
    const before = sim.resellers.add({ resellerId: 12 });
    for (const answer of [await call("POST", settings, body), await call("PUT", setting(before.id), body)]) {
      expect(told(answer)).toEqual([400, { errors: { [field]: [expect.any(String)] } }]);
    }
    expect(sim.resellers.all()).toEqual([before]);
  });

  test.each<[unknown, string]>([
    [{ email: "ops" }, "email"],
    [{ email: null }, "email"],
    [{ notification_type: "login" }, "notification_type"],
    [{ enabled: 1 }, "enabled"],
    [{ reseller: 13 }, "reseller"],
  ])("%j, by PATCH", async (body, field) => {
    const { sim, call } = await start();
    const before = sim.resellers.add({ resellerId: 12 });
    const answer = await call("PATCH", setting(before.id), body);
    expect(told(answer)).toEqual([400, { errors: { [field]: [expect.any(String)] } }]);
    expect(sim.resellers.all()).toEqual([before]);
  });

  test.each([
    ["GET", "/iam/reselling/resellers/x/notification_settings", "resellerId"],
    ["GET", setting("x"), "notificationSettingsId"],
    ["DELETE", setting("x"), "notificationSettingsId"],
    ["GET", `${settings}?limit=0`, "limit"],
    ["GET", `${settings}?page=1`, "page"],
  ])("%s %s", async (method, path, field) => {
    const { call } = await start();
    expect(told(await call(method, path))).toEqual([400, { errors: { [field]: [expect.any(String)] } }]);
  });

  test("a request without a key, in the area's words", async () => {
    const { call } = await start();
    const answer = await call("GET", settings, undefined, { key: null });
    expect(told(answer)).toEqual([401, { errors: { detail: ["The API key is missing or not valid."] } }]);
  });
});

describe("where settings are unique", () => {
  const taken = [400, { errors: { email: [expect.stringContaining("already exists")] } }];

  test("an equal one is refused, however it would come about", async () => {
    const { sim, call } = await start({ uniqueNotificationSettings: true });
    await call("POST", settings, wanted);
    expect(told(await call("POST", settings, wanted))).toEqual(taken);
    const { id } = sim.resellers.add({ resellerId: 12, email, notification_type: "deletion_request" });
    expect(told(await call("PUT", setting(id), wanted))).toEqual(taken);
    expect(told(await call("PATCH", setting(id), { notification_type: "failed_login" }))).toEqual(taken);
  });

  test("it may stay as it is, and others may differ in one thing", async () => {
    const { sim, call } = await start({ uniqueNotificationSettings: true });
    const { id } = (await call("POST", settings, wanted)).body;
    expect((await call("PUT", setting(id), wanted)).status).toBe(200);
    expect((await call("POST", settings.replace("12", "13"), wanted)).status).toBe(201);
    expect((await call("POST", settings, { ...wanted, notification_type: "deletion_request" })).status).toBe(
      201,
    );
    expect((await call("POST", settings, { ...wanted, email: "dev@example.com" })).status).toBe(201);
    expect(sim.resellers.all()).toHaveLength(4);
  });
});

describe("changing", () => {
  test("by PUT takes the whole: what is left out is the default again", async () => {
    const { sim, call } = await start();
    const { id } = sim.resellers.add({ resellerId: 12, enabled: false });
    const record = { id, reseller: 12, ...wanted, enabled: true };
    expect(told(await call("PUT", setting(id), wanted))).toEqual([200, record]);
    expect(sim.resellers.all()).toEqual([record]);
  });

  test("by PATCH takes what is said, and leaves the rest", async () => {
    const { sim, call } = await start();
    const before = sim.resellers.add({ resellerId: 12, enabled: false });
    const changed = { ...before, email };
    expect(told(await call("PATCH", setting(before.id), { email }))).toEqual([200, changed]);
    expect(told(await call("PATCH", setting(before.id), {}))).toEqual([200, changed]);
    expect(sim.resellers.all()).toEqual([changed]);
  });
});

test("deleting is answered without a body", async () => {
  const { sim, call } = await start();
  const { id } = sim.resellers.add({ resellerId: 12 });
  const { status, text } = await call("DELETE", setting(id));
  expect([status, text]).toEqual([204, ""]);
  expect(sim.resellers.all()).toEqual([]);
  expect(told(await call("DELETE", setting(id)))).toEqual(notFound);
});

test.each(["GET", "PUT", "PATCH", "DELETE"])(
  "one that is not the reseller's is not found: %s",
  async (method) => {
    const { sim, call } = await start();
    const { id } = sim.resellers.add({ resellerId: 13 });
    const body = method.startsWith("P") ? wanted : undefined;
    for (const missing of [id, 1]) {
      expect(told(await call(method, setting(missing), body))).toEqual(notFound);
    }
    expect(sim.resellers.all()).toHaveLength(1);
  },
);

describe("listing", () => {
  test("keeps to the reseller, and leads from page to page", async () => {
    const { sim, call } = await start();
    sim.resellers.add({ resellerId: 13 });
    const all = Array.from({ length: 5 }, () => sim.resellers.add({ resellerId: 12 }));
    const address = `${sim.url}${settings}`;
    const page = async (query: string): Promise<unknown> => (await call("GET", `${settings}${query}`)).body;
    expect(await page("")).toEqual({ count: 5, next: null, previous: null, results: all });
    expect(await page("?limit=2")).toEqual({
      count: 5,
      next: `${address}?limit=2&offset=2`,
      previous: null,
      results: all.slice(0, 2),
    });
    expect(await page("?limit=2&offset=2")).toEqual({
      count: 5,
      next: `${address}?limit=2&offset=4`,
      previous: `${address}?limit=2&offset=0`,
      results: all.slice(2, 4),
    });
    expect(await page("?limit=2&offset=4")).toMatchObject({ next: null, results: all.slice(4) });
  });

  test("has 100 on a page unless told otherwise", async () => {
    const { sim, call } = await start();
    for (let left = 101; left > 0; left -= 1) sim.resellers.add({ resellerId: 12 });
    const { body } = await call("GET", settings);
    expect(body.results).toHaveLength(100);
    expect(body.next).toBe(`${sim.url}${settings}?limit=100&offset=100`);
  });

  test("of a reseller without settings is empty", async () => {
    const { call } = await start();
    const empty = { count: 0, next: null, previous: null, results: [] };
    expect(told(await call("GET", settings))).toEqual([200, empty]);
  });
});

describe("behind the API's back", () => {
  test("settings appear, change and go at once", async () => {
    const { sim, call } = await start();
    const { id } = sim.resellers.add({ resellerId: 12, id: 5, notification_type: "failed_login" });
    sim.resellers.change(id, { email });
    const record = { id: 5, reseller: 12, ...wanted, enabled: true };
    expect(told(await call("GET", setting(5)))).toEqual([200, record]);
    expect(() => sim.resellers.add({ resellerId: 13, id: 5 })).toThrow("There is a notification setting 5");
    sim.resellers.delete(5);
    expect(told(await call("GET", setting(5)))).toEqual(notFound);
    expect(() => sim.resellers.change(5, {})).toThrow("There is no notification setting 5.");
  });

  test("what is handed out is a copy", async () => {
    const { sim } = await start();
    const { id } = sim.resellers.add({ resellerId: 12, email });
    Object.assign(sim.resellers.get(id) ?? {}, { email: "changed@example.com" });
    expect(sim.resellers.get(id)?.email).toBe(email);
  });

  test("another process adds them, where the API cannot", async () => {
    const { sim, call } = await start({ mode: "documented-only" });
    const control = "/_simulator/notification_settings";
    const open = { key: null };
    const said = { reseller_id: 12, id: 5, ...wanted, enabled: false };
    const record = { id: 5, reseller: 12, ...wanted, enabled: false };
    expect(told(await call("POST", control, said, open))).toEqual([201, record]);
    expect((await call("POST", control, said, open)).status).toBe(409);
    expect((await call("POST", control, { reseller_id: "12" }, open)).status).toBe(400);
    expect((await call("POST", control, { reseller_id: 12 }, open)).status).toBe(201);
    expect((await call("GET", "/_simulator/state", undefined, open)).body).toMatchObject({
      resellers: [record, { reseller: 12 }],
    });
    expect(sim.resellers.all()).toHaveLength(2);
  });
});

test("documented alone is deleting", async () => {
  const { sim, call } = await start({ mode: "documented-only" });
  const { id } = sim.resellers.add({ resellerId: 12 });
  const others = [
    await call("GET", settings),
    await call("POST", settings, wanted),
    await call("GET", setting(id)),
    await call("PUT", setting(id), wanted),
    await call("PATCH", setting(id), wanted),
  ];
  for (const other of others) expect(told(other)).toEqual([404, { message: "Not Found" }]);
  expect((await call("DELETE", setting(id))).status).toBe(204);
});
