import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { failOnce } from "../../../support/handler-setup";
import { CREATE, changes, NETWORK } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import {
  anonymousTasks,
  args,
  isCreate,
  isList,
  isPatch,
  isRead,
  isTask,
  isTaskList,
  missing,
  noneListed,
  PLACE,
  setUpCreated,
  setUpFaulty,
} from "./setup";

const outOfOrder = { status: 500, body: { message: "Out of order." } };
const renamed = { ...args, name: "renamed" };

const cloudError = (status: number, exception_class: string, message: string) => ({
  status,
  body: { exception_class, message, request_id: "req-1" },
});

test("a creation whose reply is lost, and whose task fails, ends with that failure and an empty state", async () => {
  const lost = failOnce(isCreate, "lose the reply");
  const { platform, router } = await setUpFaulty(lost, { taskTime: "manual" });
  const creating = failureOf(router.up(args));
  await until(() => platform.requests.some(({ path }) => path.startsWith("/v1/tasks/")));
  platform.tasks.fail(undefined, "No capacity in the region");
  expect((await creating).message).toContain("No capacity in the region");
  expect(router.state).toBeUndefined();
});

test("the error of a creation that gets 404, where routers can be listed, has the platform's message", async () => {
  const refusal = cloudError(404, "NotFoundError", `Network ${NETWORK} was not found`);
  const { router } = await setUpFaulty(failOnce(isCreate, refusal));
  const error = await failureOf(router.up({ ...args, externalGatewayInfo: { networkId: NETWORK } }));
  expect(error.message).toContain(`Network ${NETWORK} was not found`);
  expect(error.message).not.toContain("cannot create routers");
});

test.each([
  ["fails", outOfOrder, "The platform has accepted the creation", "Out of order."],
  ["does not have the router", noneListed, "[router-not-listed]", "[router-not-listed]"],
])("a creation whose task reports no id stays pending while the list %s", async (_, listed, first, later) => {
  let isHidden = false;
  const { platform, router } = await setUpFaulty((request) => {
    isHidden ||= isCreate(request);
    return isHidden && isList(request) ? listed : anonymousTasks(request);
  });
  const up = () => router.up(args);
  expect((await failureOf(up())).message).toContain(first);
  for (const run of [() => router.refresh(), up, () => router.update(), () => router.destroy()]) {
    expect((await failureOf<Error>(run())).message).toContain(later);
    expect(router.state?.id).toMatch(/^pending:/);
  }
  expect(changes(platform)).toHaveLength(1);
  isHidden = false;
  await router.refresh();
  expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
});

test("the error of a creation without a task and without a router in the list advises no refresh, as the state is empty", async () => {
  let isHidden = false;
  const { router } = await setUpFaulty((request) => {
    isHidden ||= isCreate(request);
    if (isCreate(request)) return { body: { tasks: [] } };
    return isHidden && isList(request) ? noneListed : undefined;
  });
  const { message } = await failureOf(router.up(args));
  expect(message).toContain("[router-not-listed]. Run `pulumi up` again");
  expect(router.state).toBeUndefined();
});

test("only a 404 of an update, whose object is in the state, advises a refresh", async () => {
  const notFound = cloudError(404, "NotFoundError", "not found");
  const { router } = await setUpFaulty(({ method }) => (method === "PATCH" ? notFound : undefined));
  await router.up(args);
  const { message } = await failureOf(router.up({ ...args, name: "renamed" }));
  expect(message).toContain("If the object was deleted outside of Pulumi, `pulumi refresh` removes it");
});

test("a creation whose task ends in ERROR although the router exists records the router, and the next run uses it", async () => {
  const { platform, router } = await setUpFaulty(
    (request) => {
      if (isTaskList(request)) return missing;
      if (!isTask(request)) return undefined;
      const id = request.path.split("/").at(-1) as string;
      if (platform.routers.all().length === 0) platform.routers.add({ ...args, creator_task_id: id });
      return { body: { state: "ERROR", error: "The gateway is late" } };
    },
    { taskTime: "manual", visibleWhileCreating: false },
  );
  expect((await failureOf(router.up(args))).message).toContain("The gateway is late");
  const [created] = platform.routers.all();
  expect(router.state?.id).toBe(created?.id);
  platform.tasks.fail();
  expect(await router.up(args)).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ id: created?.id }]);
});

test("a creation of which one of several tasks fails records the router that another task created", async () => {
  const { platform, router } = await setUpFaulty((request) => {
    if (isCreate(request)) {
      platform.routers.add(args);
      return { body: { tasks: ["first", "extra"] } };
    }
    if (isTaskList(request)) return missing;
    if (request.path.endsWith("/extra")) return { body: { state: "ERROR", error: "No addresses left" } };
    const routers = platform.routers.all().map(({ id }) => id);
    return isTask(request) ? { body: { state: "FINISHED", created_resources: { routers } } } : undefined;
  });
  const error = await failureOf<Error & { id?: string }>(router.up(args));
  expect(error.message).toContain("No addresses left");
  expect(error.id).toBe(platform.routers.all()[0]?.id);
  expect(router.state?.outputs).toMatchObject(args);
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

test("a change may be answered with the router in place of tasks: no task is polled", async () => {
  const { platform, router } = await setUpCreated(args, { patchReply: "router" });
  await router.up({ ...renamed, externalGatewayInfo: { networkId: NETWORK } });
  expect(platform.requests.filter(({ path }) => path.includes("tasks"))).toEqual([]);
  expect(router.outputs).toMatchObject({
    name: "renamed",
    externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
  });
});

test("an accepted change is recorded as uncertain if neither its reply nor the router names its task", async () => {
  let isFaulty = true;
  const { platform, router } = await setUpFaulty((request) => {
    const [existing] = platform.routers.all();
    if (!isFaulty || existing === undefined) return undefined;
    if (isPatch(request)) {
      platform.routers.change(existing.id, { name: "renamed" });
      return { status: 200, body: "" };
    }
    return existing.name === "renamed" && isRead(request) ? { status: 403, body: {} } : undefined;
  });
  await router.up(args);
  await failureOf(router.up(renamed));
  isFaulty = false;
  expect(await router.up(args)).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
});

test("a refused change is not recorded as uncertain if the router cannot be read afterwards", async () => {
  let isRefused = false;
  const { router } = await setUpFaulty((request) => {
    if (isPatch(request)) {
      isRefused = true;
      return cloudError(409, "ConflictError", "The router is locked.");
    }
    return isRefused && isRead(request) ? outOfOrder : undefined;
  });
  await router.up(args);
  const error = await failureOf(router.up(renamed));
  expect(error.message).toContain("was answered 409: The router is locked.");
  expect(await router.up(args)).toBe("same");
});

test("a change that a lock has refused is repeated at once if the lock no longer exists", async () => {
  const refusal = cloudError(409, "ConflictError", "The router is locked.");
  const { platform, router } = await setUpFaulty(failOnce(isPatch, refusal));
  await router.up(args);
  await router.up(renamed);
  expect(platform.routers.all()).toMatchObject([{ name: "renamed" }]);
});

test("a change that conflicts with something lasting is sent five times, and fails", async () => {
  const { router, proxy } = await setUpFaulty((request) =>
    isPatch(request) ? cloudError(409, "ConflictError", "The name is reserved.") : undefined,
  );
  await router.up(args);
  expect((await failureOf(router.up(renamed))).message).toContain("The name is reserved.");
  expect(proxy.requests.filter(isPatch)).toHaveLength(5);
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

test("a change without an effect fails after half a minute with the names of the properties, and the next runs send it again", async () => {
  let isDeaf = true;
  const { platform, router } = await setUpFaulty((request) =>
    isDeaf && isPatch(request) ? { body: { tasks: [] } } : undefined,
  );
  await router.up(args);
  const since = router.clock.now();
  for (const _ of [1, 2]) {
    expect((await failureOf(router.up(renamed))).message).toBe(
      "the platform has accepted the change, but still returns other values than declared: name [change-without-effect]. " +
        "The state keeps the values that the platform returns: run `pulumi up` again, which sends what still differs.",
    );
    expect(router.outputs.name).toBe("edge-router");
  }
  expect(router.clock.now() - since).toBeGreaterThanOrEqual(60_000);
  isDeaf = false;
  expect(await router.up(renamed)).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ name: "renamed" }]);
  expect(await router.up(renamed)).toBe("same");
});

test("the error of a change without an effect names only what the last read shows, and the state has that", async () => {
  let readsSince: number | undefined;
  const routes = [{ destination: "192.168.9.0/24", nexthop: "10.0.1.13" }];
  const { platform, router } = await setUpFaulty((request) => {
    if (isPatch(request)) {
      readsSince = 0;
      return { body: { tasks: [] } };
    }
    // The routes become visible with the second read after the change, and the name never.
    if (readsSince !== undefined && isRead(request) && ++readsSince === 2)
      platform.routers.change(router.state?.id ?? "", { routes });
    return undefined;
  });
  await router.up(args);
  const error = await failureOf(router.up({ ...renamed, routes }));
  expect(error.message).toContain("other values than declared: name [change-without-effect]");
  expect(router.outputs).toMatchObject({ name: "edge-router", routes });
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

test("no second router is created if the record of the first one has a field that cannot be read", async () => {
  const { platform, router } = await setUpWithRecord(unreadable);
  platform.routers.add(args);
  expect((await failureOf(router.up(args))).message).toContain("[router-exists]");
  expect(changes(platform)).toEqual([]);
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

test("a reverted replacement uses the old router again if its deletion had failed", async () => {
  let isFailing = true;
  const { platform, router } = await setUpFaulty(({ method }) =>
    method === "DELETE" && isFailing ? outOfOrder : undefined,
  );
  await router.up(args);
  const old = router.state?.id;
  await failureOf(router.up({ ...args, regionId: 3 }));
  isFailing = false;
  router.pendingDeletions = [];
  await router.up(args);
  expect(router.state?.id).toBe(old);
  expect(platform.routers.all()).toMatchObject([{ id: old }]);
});
