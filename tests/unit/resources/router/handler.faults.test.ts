import { afterEach, describe, expect, test } from "@jest/globals";
import type { Json } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { failOnce } from "../../../support/handler-setup";
import type { ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, LAB, NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import type { ReceivedRequest, ScriptedReply } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { PLACE, setUp, setUpFaulty, tearDown } from "./setup";

afterEach(tearDown);

const args = { ...PLACE, name: "edge-router" };
const PATCH = "PATCH /cloud/v2/routers/1/2/{id}";

const isCreate = ({ method, path }: ReceivedRequest) =>
  method === "POST" && /\/routers\/\d+\/\d+$/.test(path);
const isPatch = ({ method }: ReceivedRequest) => method === "PATCH";
const isRead = ({ method, path }: ReceivedRequest) =>
  method === "GET" && /\/routers\/\d+\/\d+\/[0-9a-f-]+$/.test(path);
const isList = ({ method, path }: ReceivedRequest) => method === "GET" && /\/routers\/\d+\/\d+\?/.test(path);
const isTask = ({ path }: ReceivedRequest) => path.includes("/tasks/");
const isDelete = ({ method }: ReceivedRequest) => method === "DELETE";

const outOfOrder = { status: 500, body: { message: "Out of order." } };
const missing = { status: 404, body: { message: "Not Found" } };
const notAllowed = { status: 405, body: { message: "Method Not Allowed" } };

const cloudError = (status: number, exception_class: string, message: string) => ({
  status,
  body: { exception_class, message, request_id: "req-1" },
});

describe("a creation whose reply is lost", () => {
  test("is found by its name, awaited, and is not made a second time", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"));
    expect(await router.up(args)).toBe("create");
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("is an error where routers cannot be listed, as nobody knows whether there is one", async () => {
    const { router } = await setUpFaulty((request) => {
      if (isCreate(request)) return "lose the reply";
      return isList(request) ? missing : undefined;
    });
    expect((await failureOf(router.up(args))).message).toContain(
      " [creation-uncertain]\nThis deployment cannot list such objects",
    );
  });

  test("is told apart from the router of that name that was there before", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"));
    const before = platform.routers.add({ ...PLACE, name: "edge-router" });
    await router.up({ ...args, ifExists: "create" });
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).not.toBe(before.id);
  });

  test("is awaited by its task, where that still runs", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"), {
      taskTime: "manual",
    });
    const creating = router.up(args);
    await until(() => platform.requests.some(({ path }) => path.startsWith("/v1/tasks/")));
    platform.tasks.finish();
    expect(await creating).toBe("create");
    expect(router.outputs.status).toBe("ACTIVE");
    expect(platform.count(CREATE)).toBe(1);
  });

  test("is kept with its task, where that outlasts the time-out", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"), {
      taskTime: "manual",
    });
    await failureOf(router.up(args, { create: "30s" }));
    const [task] = platform.tasks.pending();
    expect(router.state?.outputs.__tasks).toEqual([task?.id]);
    platform.tasks.finish();
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("that did not arrive is an error, and nothing is made", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "break"));
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("POST /cloud/v1/routers/1/2 failed: the connection broke");
    expect(error.message).toContain("may have taken effect");
    expect(router.state).toBeUndefined();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a creation that the platform refuses", () => {
  test("for its own reasons is told in its own words", async () => {
    const { router } = await setUpFaulty(
      failOnce(isCreate, cloudError(403, "ForbiddenError", "The region is full.")),
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("The region is full.");
    expect(error.message).toContain("req-1");
    expect(router.state).toBeUndefined();
  });

  test("as something that it needs is not there is told so, not that the platform cannot create routers", async () => {
    const { router } = await setUpFaulty(
      failOnce(isCreate, cloudError(404, "NotFoundError", `Network ${NETWORK} was not found`)),
    );
    const error = await failureOf(router.up({ ...args, externalGatewayInfo: { networkId: NETWORK } }));
    expect(error.message).toContain(`Network ${NETWORK} was not found`);
    expect(error.message).not.toContain("cannot create routers");
  });

  test("as the key is wrong says what to do about the key", async () => {
    const { platform, router } = await setUpFaulty(() =>
      cloudError(401, "UnauthorizedError", "The API key is not valid."),
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("pulumi config set --secret cloudplatform:apiKey");
    expect(platform.count(CREATE)).toBe(0);
  });
});

describe("a router that is made, where something fails after that", () => {
  const settings = { maxRetries: "0" };

  test("is kept with its id where it cannot be read, and the next run goes on", async () => {
    let broken = true;
    const { platform, router } = await setUpFaulty(
      (request) => (broken && isRead(request) ? outOfOrder : undefined),
      {},
      settings,
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("Out of order.");
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
    broken = false;
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(router.outputs).toMatchObject({ ...args, status: "ACTIVE" });
  });

  test("is kept where its task does not tell its id and it cannot be looked up", async () => {
    let broken = true;
    let posted = false;
    const { platform, router } = await setUpFaulty(
      (request) => {
        posted ||= isCreate(request);
        if (!broken || !posted) return undefined;
        if (isTask(request)) return { body: { state: "FINISHED", created_resources: null, error: null } };
        return isList(request) ? outOfOrder : undefined;
      },
      {},
      settings,
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("but no such router is listed [router-not-listed]. Run `pulumi refresh`");
    expect(router.state).toBeDefined();
    broken = false;
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("is kept where one of several tasks fails and another one has made it", async () => {
    const { platform, router } = await setUpFaulty((request) => {
      if (isCreate(request)) {
        platform.routers.add({ ...PLACE, name: "edge-router" });
        return { body: { tasks: ["first", "extra"] } };
      }
      if (request.path.endsWith("/extra")) return { body: { state: "ERROR", error: "No addresses left" } };
      const routers = platform.routers.all().map(({ id }) => id);
      return isTask(request) ? { body: { state: "FINISHED", created_resources: { routers } } } : undefined;
    });
    const error = await failureOf<Error & { id?: string }>(router.up(args));
    expect(error.message).toContain("No addresses left");
    expect(error.id).toBe(platform.routers.all()[0]?.id);
    expect(router.state?.outputs).toMatchObject(args);
  });

  test("is looked for by its name where the platform names no task", async () => {
    const { platform, router } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      platform.routers.add({ ...PLACE, name: "edge-router" });
      return { body: { tasks: [] } };
    });
    expect(await router.up(args)).toBe("create");
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("is an error that the next run clears up where the platform says yes and makes nothing", async () => {
    let broken = true;
    const { platform, router } = await setUpFaulty((request) =>
      broken && isCreate(request) ? { body: { tasks: [] } } : undefined,
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("pulumi up");
    broken = false;
    await router.up(args).catch(() => router.up(args));
    expect(platform.routers.all()).toMatchObject([{ id: router.state?.id }]);
  });

  test("is found by the task that made it where that does not tell its id", async () => {
    const { platform, router } = await setUpFaulty((request) =>
      isTask(request) ? { body: { state: "FINISHED", created_resources: {}, error: null } } : undefined,
    );
    await router.up(args);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("is an error where its task does not tell its id and routers cannot be listed", async () => {
    const { router } = await setUpFaulty((request) => {
      if (isTask(request)) return { body: { state: "FINISHED", created_resources: {}, error: null } };
      return isList(request) ? missing : undefined;
    });
    expect((await failureOf(router.up(args))).message).toMatch(
      /does not report the id of the router "edge-router", and routers cannot be listed \[router-id-unknown\]\. Find the id/,
    );
  });

  test("is kept with all that is known where a subnet cannot be attached, and the next run goes on", async () => {
    const { platform, router } = await setUpFaulty(
      failOnce(
        ({ path }) => path.endsWith("/attach"),
        cloudError(400, "ValidationError", "No addresses left."),
      ),
    );
    const declared = { ...args, interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }] };
    const error = await failureOf<Error & { id?: string }>(router.up(declared));
    expect(error.message).toContain("No addresses left.");
    expect(error.id).toBe(platform.routers.all()[0]?.id);
    expect(router.state?.outputs).toMatchObject({
      ...args,
      routerId: error.id,
      status: "ACTIVE",
      __provider: expect.any(String),
    });
    expect(await router.up(declared)).toBe("update");
    expect(platform.count(CREATE)).toBe(1);
    expect(router.outputs.interfaces).toMatchObject([{ subnetId: LAB, ipAddress: "10.0.2.7" }]);
  });

  test("is kept where its routes are refused after its subnet was attached", async () => {
    const { platform, router } = await setUp();
    const declared = {
      ...args,
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }],
      routes: [{ destination: "192.168.7.0/24", nexthop: "203.0.113.9" }],
    };
    const error = await failureOf(router.up(declared));
    expect(error.message).toContain("203.0.113.9 lies in no subnet");
    expect(router.outputs.interfaces).toMatchObject([{ subnetId: LAB }]);
    platform.clearRequests();
    const route = { destination: "192.168.7.0/24", nexthop: "10.0.2.13" };
    await router.up({ ...declared, routes: [route] });
    expect(changes(platform)).toEqual([[PATCH, { routes: [route] }]]);
  });

  test("can be destroyed in that state", async () => {
    const { platform, router } = await setUpFaulty(
      failOnce(
        ({ path }) => path.endsWith("/attach"),
        cloudError(400, "ValidationError", "No addresses left."),
      ),
    );
    await failureOf(router.up({ ...args, interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }] }));
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("looks at a task", () => {
  test("that fail do not end the wait", async () => {
    let failures = 12;
    const { platform, router } = await setUpFaulty((request) =>
      isTask(request) && failures-- > 0 ? outOfOrder : undefined,
    );
    expect(await router.up(args)).toBe("create");
    expect(failures).toBeLessThan(0);
    expect(platform.count(CREATE)).toBe(1);
  });

  test("that find nothing at first do not end the wait: the platform's replicas lag", async () => {
    let looks = 4;
    const { router } = await setUpFaulty((request) => (isTask(request) && looks-- > 0 ? missing : undefined));
    expect(await router.up(args)).toBe("create");
  });

  test("go to the other path where the first is not there", async () => {
    const { platform, router } = await setUp({ taskPath: "/cloud/v1/tasks" });
    await router.up(args);
    await router.up({ ...args, name: "renamed" });
    const paths = platform.requests.map(({ path }) => path).filter((path) => path.includes("tasks"));
    expect(paths.filter((path) => path.startsWith("/cloud/v1/tasks/"))).toHaveLength(2);
  });

  test("at all of several tasks: a change is over when the last of them is", async () => {
    const states: Record<string, string[]> = {
      t1: ["FINISHED"],
      t2: ["NEW", "RUNNING", "RUNNING", "FINISHED"],
    };
    const { platform, router } = await setUpFaulty((request) => {
      if (isPatch(request)) return renaming(platform, { tasks: ["t1", "t2"] });
      const list = states[/\/tasks\/(t\d)$/.exec(request.path)?.[1] ?? ""];
      return list && { body: { state: list.length > 1 ? list.shift() : list[0] } };
    });
    await router.up(args);
    await router.up({ ...args, name: "renamed" });
    expect(states.t2).toEqual(["FINISHED"]);
  });

  test("at several tasks of which one fails: the platform's sentence", async () => {
    const { router } = await setUpFaulty((request) => {
      if (isPatch(request)) return { body: { tasks: ["t1", "t2"] } };
      if (request.path.endsWith("/t1")) return { body: { state: "FINISHED" } };
      return request.path.endsWith("/t2")
        ? { body: { state: "ERROR", error: "The gateway is on strike" } }
        : undefined;
    });
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("task t2 ended in ERROR: The gateway is on strike [task-failed]");
    expect(router.outputs.name).toBe("edge-router");
  });

  test("are none where a change needs no task", async () => {
    const { platform, router } = await setUpFaulty((request) =>
      isPatch(request) ? renaming(platform, { tasks: [] }) : undefined,
    );
    await router.up(args);
    platform.clearRequests();
    await router.up({ ...args, name: "renamed" });
    expect(platform.requests.filter(({ path }) => path.includes("tasks"))).toEqual([]);
  });

  /** A platform that has renamed its router, and answers in a way of its own. */
  function renaming(platform: Simulator, body: Json): ScriptedReply {
    platform.routers.change(platform.routers.all()[0]?.id ?? "", { name: "renamed" });
    return { body };
  }
});

describe("a change that is answered as done, and has no effect", () => {
  const renamed = { ...args, name: "renamed" };

  test("is a failure that names what is otherwise, after half a minute; the state has what there is", async () => {
    const { platform, router } = await setUp();
    await router.up(args);
    platform.faults.add("lagging-list:reads=1000@PATCH");
    const since = router.clock.now();
    const error = await failureOf(router.up(renamed));
    expect(error.message).toBe(
      "the platform has accepted the change, but still returns other values than declared: name [change-without-effect]. " +
        "The state keeps the values that the platform returns: run `pulumi up` again, which sends what still differs.",
    );
    expect(router.clock.now() - since).toBeGreaterThanOrEqual(30_000);
    expect(router.outputs.name).toBe("edge-router");
  });

  test("is made by the next up, also when nothing is declared otherwise by then", async () => {
    let deaf = true;
    const { platform, router } = await setUpFaulty((request) =>
      isPatch(request) && deaf ? { body: { tasks: [] } } : undefined,
    );
    await router.up(args);
    await failureOf(router.up(renamed));
    await failureOf(router.up(renamed));
    deaf = false;
    expect(await router.up(renamed)).toBe("update");
    expect(platform.routers.all()).toMatchObject([{ name: "renamed" }]);
    expect(await router.up(renamed)).toBe("same");
  });

  test("differs from what is declared, whatever the engine remembers of the failure", async () => {
    const { platform, router } = await setUp();
    await router.up(args);
    const { inputs, id } = router.state as ResourceState;
    platform.routers.change(id, { name: "other" });
    await router.refresh();
    // The state of an earlier version, which took such a change for done.
    router.state = { ...(router.state as ResourceState), inputs };
    expect(await router.preview(args)).toBe("update");
  });
});

describe("a platform that answers a change with the router itself", () => {
  test("is done at once, and no task is asked for", async () => {
    const { platform, router } = await setUp({ patchReply: "router" });
    await router.up(args);
    platform.clearRequests();
    await router.up({ ...args, name: "renamed", externalGatewayInfo: { networkId: NETWORK } });
    expect(platform.requests.filter(({ path }) => path.includes("tasks"))).toEqual([]);
    expect(router.outputs).toMatchObject({
      name: "renamed",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
    });
  });

  test("answers a creation so as well", async () => {
    const { platform, router } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      return { body: platform.routers.add({ ...PLACE, name: JSON.parse(request.body).name }) };
    });
    await router.up(args);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });
});

describe("a platform that answers otherwise than the interface says", () => {
  test.each([
    ["a list", []],
    ["tasks that are no list", { tasks: "t1" }],
    ["tasks that are numbers", { tasks: [17] }],
    ["something else", { ok: true }],
    ["null", null],
  ])("%s in place of the tasks is an error that names the request and what is odd", async (_, body) => {
    const { router } = await setUpFaulty((request) => (isPatch(request) ? { body } : undefined));
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("PATCH /cloud/v2/routers/1/2/");
    expect(error.message).toContain("not of the form that the interface describes");
  });

  test("a router without what only newer deployments tell is read all the same", async () => {
    const { router } = await setUpFaulty((request) =>
      isRead(request)
        ? { body: { id: request.path.split("/").at(-1), name: "edge-router", interfaces: null } }
        : undefined,
    );
    await router.up(args);
    expect(router.outputs).toEqual({
      ...args,
      routerId: router.state?.id,
      routes: [],
      interfaces: [],
      externalGatewayInfo: null,
    });
  });

  test("a router with more than anybody knows of is read without that", async () => {
    const { platform, router } = await setUpFaulty((request) =>
      isRead(request)
        ? { body: { ...platform.routers.all()[0], status: "MELTING", new_thing: { a: 1 } } }
        : undefined,
    );
    await router.up(args);
    expect(router.outputs.status).toBe("MELTING");
    expect(JSON.stringify(router.state)).not.toContain("new");
  });

  test("a list with records that nobody can read is searched for those that can be read", async () => {
    const { platform, router } = await setUpFaulty((request) =>
      isList(request)
        ? { body: { count: 3, results: [{ odd: true }, null, ...platform.routers.all()] } }
        : undefined,
    );
    const { id } = platform.routers.add({ ...PLACE, name: "edge-router" });
    expect((await failureOf(router.up(args))).message).toContain(id);
  });

  test.each([
    ["without a count", (results: unknown[]) => ({ results })],
    ["with a count of null", (results: unknown[]) => ({ count: null, results })],
    ["with a count that is too high", (results: unknown[]) => ({ count: 99, results })],
    ["that is empty and null", () => ({ count: 0, results: null })],
  ])("a list %s ends all the same", async (_, body) => {
    const { platform, router } = await setUpFaulty((request) =>
      isList(request) ? { body: body(platform.routers.all()) } : undefined,
    );
    platform.routers.add({ ...PLACE, name: "another-router" });
    expect(await router.up(args)).toBe("create");
  });

  test("a list that ignores the name is searched, page by page", async () => {
    const others = Array.from({ length: 2500 }, (_, index) => ({ id: `r${index}`, name: `other-${index}` }));
    others[2400] = { id: NO_ROUTER, name: "edge-router" };
    const { router, proxy } = await setUpFaulty((request) => {
      if (!isList(request)) return undefined;
      const query = new URL(request.path, "http://x").searchParams;
      const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
      return { body: { count: others.length, results: others.slice(offset, offset + limit) } };
    });
    const error = await failureOf(router.up(args));
    expect(error.message).toContain(NO_ROUTER);
    expect(proxy.requests.filter(isList)).toHaveLength(3);
  });
});

describe("an update", () => {
  test("whose reply is lost is an error, and the next run sees that it is done", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isPatch, "lose the reply"));
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("may have taken effect");
    expect(router.outputs.name).toBe("edge-router");
    await router.up({ ...args, name: "renamed" });
    expect(router.outputs.name).toBe("renamed");
    expect(platform.count({ method: "PATCH" })).toBe(1);
  });

  test("that meets a lock which is gone by the time that one looks is tried again at once", async () => {
    const { platform, router } = await setUpFaulty(
      failOnce(isPatch, cloudError(409, "ConflictError", "The router is locked.")),
    );
    await router.up(args);
    await router.up({ ...args, name: "renamed" });
    expect(platform.routers.all()).toMatchObject([{ name: "renamed" }]);
  });

  test("that conflicts with something else is told after a second attempt, not tried for ever", async () => {
    const { router, proxy } = await setUpFaulty((request) =>
      isPatch(request) ? cloudError(409, "ConflictError", "The name is reserved.") : undefined,
    );
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("The name is reserved.");
    expect(error.message).toContain(
      "The request conflicts with something at the platform, such as another change to the same object",
    );
    expect(proxy.requests.filter(isPatch).length).toBeLessThanOrEqual(2);
  });

  test("keeps what was attached where the rest of it fails", async () => {
    const { router } = await setUpFaulty(failOnce(isPatch, outOfOrder));
    await router.up({ ...args, interfaces: [] });
    const error = await failureOf<Error & { id?: string }>(
      router.up({ ...args, name: "renamed", interfaces: [{ subnetId: OFFICE }] }),
    );
    expect(error.id).toBe(router.state?.id);
    expect(router.outputs).toMatchObject({ name: "edge-router", interfaces: [{ subnetId: OFFICE }] });
  });

  test("waits for a moment where the platform limits requests", async () => {
    const { platform, router } = await setUpFaulty(
      failOnce(isPatch, {
        ...cloudError(429, "TooManyRequests", "Slow down."),
        headers: { "retry-after": "3" },
      }),
    );
    await router.up(args);
    expect(await router.up({ ...args, name: "renamed" })).toBe("update");
    expect(platform.count({ method: "PATCH" })).toBe(1);
    // The platform's seconds, and half of the spread.
    expect(router.clock.pauses).toContain(3000 * 1.05);
  });
});

describe("a refresh", () => {
  test.each([
    [401, "UnauthorizedError"],
    [403, "ForbiddenError"],
  ])("that the key may not do (%i) is an error: nothing leaves the state", async (status, kind) => {
    let broken = false;
    const { router } = await setUpFaulty((request) =>
      broken && isRead(request) ? cloudError(status, kind, "No.") : undefined,
    );
    await router.up(args);
    broken = true;
    await failureOf(router.refresh());
    expect(router.state).toBeDefined();
  });

  test("where a proxy answers for the platform with a page is an error: nothing leaves the state", async () => {
    let broken = false;
    const { router } = await setUpFaulty((request) =>
      broken && isRead(request)
        ? { body: "<html><title>Log in</title>", headers: { "content-type": "text/html" } }
        : undefined,
    );
    await router.up(args);
    broken = true;
    expect((await failureOf(router.refresh())).message).toContain("cloudplatform:baseUrl");
    expect(router.state).toBeDefined();
  });
});

describe("a deletion", () => {
  test("that the platform has no operation for is an error in one sentence, and the router stays in the state", async () => {
    const { platform, router } = await setUpFaulty((request) => (isDelete(request) ? notAllowed : undefined));
    await router.up(args);
    const error = await failureOf(router.destroy());
    expect(error.message).toContain("this deployment of the platform cannot delete routers");
    expect(error.message).toContain(
      "was answered 405) [router-deletion-unsupported]. Delete it by other means",
    );
    expect(error.message.split("\n")).toHaveLength(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("is no success where the platform has neither that operation nor one to look", async () => {
    let bare = false;
    const { platform, router } = await setUpFaulty((request) =>
      bare && (isDelete(request) || isRead(request) || isList(request)) ? notAllowed : undefined,
    );
    await router.up(args);
    bare = true;
    await failureOf(router.destroy());
    expect(platform.routers.all()).toHaveLength(1);
    expect(router.state).toBeDefined();
  });

  test("whose reply is lost is repeated, and done", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isDelete, "lose the reply"));
    await router.up(args);
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  });

  test("whose task ends in ERROR is told in the platform's words, and the router stays in the state", async () => {
    const { platform, router } = await setUp({ taskTime: "manual" });
    const creating = router.up(args);
    await until(() => platform.tasks.pending().length > 0);
    platform.tasks.finish();
    await creating;
    const destroyed = failureOf(router.destroy());
    await until(() => platform.tasks.pending().length > 0);
    platform.tasks.fail(undefined, "The router is in use");
    expect((await destroyed).message).toContain("The router is in use");
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });
});
