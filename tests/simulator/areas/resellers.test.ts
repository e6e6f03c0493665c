import { afterEach, expect, test } from "@jest/globals";
import { type Answer, closeAll, start } from "../../../simulator/testing/client";

afterEach(closeAll);

const settings = "/iam/reselling/resellers/12/notification_settings";
const email = "ops@example.com";
const wanted = { email, notification_type: "failed_login" };
const notFound = [404, { errors: { detail: ["Not found."] } }];

const setting = (id: unknown) => `${settings}/${id}`;

function statusAndBody({ status, body }: Answer): [number, unknown] {
  return [status, body];
}

test("PUT replaces all fields: an absent field gets its default", async () => {
  const { sim, call } = await start();
  const { id } = sim.resellers.add({ resellerId: 12, enabled: false });
  const record = { id, reseller: 12, ...wanted, enabled: true };
  expect(statusAndBody(await call("PUT", setting(id), wanted))).toEqual([200, record]);
  expect(sim.resellers.all()).toEqual([record]);
});

test("PATCH changes the given fields only, and DELETE is answered without a body", async () => {
  const { sim, call } = await start();
  const before = sim.resellers.add({ resellerId: 12, enabled: false });
  expect(statusAndBody(await call("PATCH", setting(before.id), { email }))).toEqual([
    200,
    { ...before, email },
  ]);
  const { status, text } = await call("DELETE", setting(before.id));
  expect([status, text, sim.resellers.all()]).toEqual([204, "", []]);
});

test.each(["GET", "PUT", "PATCH", "DELETE"])(
  "%s does not find the settings of another reseller",
  async (method) => {
    const { sim, call } = await start();
    const { id } = sim.resellers.add({ resellerId: 13 });
    const body = method.startsWith("P") ? wanted : undefined;
    for (const missing of [id, 1])
      expect(statusAndBody(await call(method, setting(missing), body))).toEqual(notFound);
    expect(sim.resellers.all()).toHaveLength(1);
  },
);

test("a list contains the settings of one reseller, with links between pages", async () => {
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
