import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce } from "../../../support/handler-setup";
import { CREATE, changes, NETWORK } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args, isCreate, isList, isPatch, isRead, PLACE, setUp, setUpFaulty } from "./setup";

const renamed = { ...args, name: "renamed" };

const cloudError = (status: number, exception_class: string, message: string) => ({
  status,
  body: { exception_class, message, request_id: "req-1" },
});

test("a creation whose reply is lost finds its router, and sends no second request", async () => {
  const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"));
  expect(await router.up(args)).toBe("create");
  expect(platform.count(CREATE)).toBe(1);
  expect(platform.routers.all()).toMatchObject([{ id: router.state?.id }]);
});

test("the error of a creation that gets 404, where routers can be listed, has the platform's message", async () => {
  const refusal = cloudError(404, "NotFoundError", `Network ${NETWORK} was not found`);
  const { router } = await setUpFaulty(failOnce(isCreate, refusal));
  const error = await failureOf(router.up({ ...args, externalGatewayInfo: { networkId: NETWORK } }));
  expect(error.message).toContain(`Network ${NETWORK} was not found`);
  expect(error.message).not.toContain("cannot create routers");
});

test("only a 404 of an update, whose object is in the state, advises a refresh", async () => {
  const notFound = cloudError(404, "NotFoundError", "not found");
  const { router } = await setUpFaulty(({ method }) => (method === "PATCH" ? notFound : undefined));
  await router.up(args);
  const { message } = await failureOf(router.up({ ...args, name: "renamed" }));
  expect(message).toContain("If the object was deleted outside of Pulumi, `pulumi refresh` removes it");
});

test("a creation may be answered with the router in place of tasks", async () => {
  const { platform, router } = await setUpFaulty((request) => {
    if (!isCreate(request)) return undefined;
    return { body: platform.routers.add({ ...PLACE, name: JSON.parse(request.body).name }) };
  });
  await router.up(args);
  expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  expect(platform.count(CREATE)).toBe(0);
});

test("a router that is created in place of tasks stays in the state if it cannot be read then", async () => {
  let isReadable = false;
  const { platform, router } = await setUpFaulty((request) => {
    if (isCreate(request))
      return { body: platform.routers.add({ ...PLACE, name: JSON.parse(request.body).name }) };
    return isRead(request) && !isReadable ? cloudError(400, "BadRequestError", "not today") : undefined;
  });
  expect((await failureOf(router.up(args))).message).toContain("not today");
  expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  isReadable = true;
  await router.up(args);
  expect(platform.routers.all()).toHaveLength(1);
});

test.each([
  ["a list", []],
  ["tasks that are not a list", { tasks: "t1" }],
  ["tasks that are numbers", { tasks: [17] }],
  ["another value", { ok: true }],
  ["null", null],
])(
  "a change that is answered with %s in place of tasks fails with an error that names the request",
  async (_, body) => {
    const { router } = await setUpFaulty((request) => (isPatch(request) ? { body } : undefined));
    await router.up(args);
    expect((await failureOf(router.up(renamed))).message).toMatch(
      /PATCH \/cloud\/v2\/routers\/1\/2\/.*not of the form that the interface describes/s,
    );
  },
);

test("a change without an effect fails after half a minute with the names of the properties", async () => {
  const { router } = await setUpFaulty((request) => (isPatch(request) ? { body: { tasks: [] } } : undefined));
  await router.up(args);
  const since = router.clock.now();
  expect((await failureOf(router.up(renamed))).message).toBe(
    "the platform has accepted the change, but still returns other values than declared: name [change-without-effect]. " +
      "The state keeps the values that the platform returns: run `pulumi up` again, which sends what still differs.",
  );
  expect(router.clock.now() - since).toBeGreaterThanOrEqual(30_000);
});

/** Every reply about the router has this record, once it exists. */
async function setUpWithRecord(recordOf: (record: JsonObject) => JsonObject) {
  const fault = { isOn: true };
  const { platform, router } = await setUpFaulty((request) => {
    const [record] = platform.routers.all();
    if (!fault.isOn || record === undefined || !(isRead(request) || isList(request))) return undefined;
    const body = recordOf(record as unknown as JsonObject);
    return { body: isList(request) ? { count: 1, results: [body] } : body };
  });
  return { platform, router, fault };
}

const unreadable = (record: JsonObject) => ({ ...record, routes: [{ destination: 7 }] });

test("a record of a router without the fields of newer deployments is accepted", async () => {
  const bare = { interfaces: null, external_gateway_info: {} };
  const { router } = await setUpWithRecord(({ id = "", name = "" }) => ({ id, name, ...bare }));
  await router.up(args);
  const empty = { routes: [], interfaces: [], externalGatewayInfo: null };
  expect(router.outputs).toEqual({ ...args, routerId: router.state?.id, ...empty });
});

test("a record of a router with unknown fields is accepted, and they are ignored", async () => {
  const unknown = { status: "MELTING", new_thing: { a: 1 } };
  const { router } = await setUpWithRecord((record) => ({ ...record, ...unknown }));
  await router.up(args);
  expect(router.outputs.status).toBe("MELTING");
  expect(JSON.stringify(router.state)).not.toContain("new");
});

test("no operation changes a router whose record has a field that cannot be read, and errors name the field", async () => {
  const { platform, router, fault } = await setUpWithRecord(unreadable);
  fault.isOn = false;
  await router.up(args);
  platform.clearRequests();
  fault.isOn = true;
  for (const run of [() => router.up(renamed), () => router.refresh()])
    expect((await failureOf<Error>(run())).message).toContain("routes");
  expect(router.state).toBeDefined();
  expect(changes(platform)).toEqual([]);
});

test("a deletion whose reply has no body, and whose task fails, is not done", async () => {
  const { platform, router } = await setUp();
  await router.up(args);
  platform.faults.add("empty@DELETE");
  platform.faults.add('task-error:message="No."@DELETE');
  expect((await failureOf(router.destroy())).message).toContain("[deletion-without-effect]");
  expect(platform.routers.all()).toMatchObject([{ id: router.state?.id }]);
  platform.faults.clear();
  await router.destroy();
  expect(platform.routers.all()).toEqual([]);
});
