import { describe, expect, test } from "@jest/globals";
import { failOnce } from "../../../support/handler-setup";
import type { ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, LAB, NETWORK, OFFICE } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import {
  anonymousTasks,
  args,
  isCreate,
  isDelete,
  isList,
  isPatch,
  isRead,
  isTask,
  isTaskList,
  missing,
  noneListed,
  PLACE,
  setUp,
  setUpCreated,
  setUpFaulty,
} from "./setup";

const outOfOrder = { status: 500, body: { message: "Out of order." } };
const notAllowed = { status: 405, body: { message: "Method Not Allowed" } };

const cloudError = (status: number, exception_class: string, message: string) => ({
  status,
  body: { exception_class, message, request_id: "req-1" },
});

describe("a creation whose reply is lost", () => {
  test("is distinguished from an existing router of the same name", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"));
    const before = platform.routers.add(args);
    await router.up({ ...args, ifExists: "create" });
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).not.toBe(before.id);
  });

  test("is awaited by its task while that is running", async () => {
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

  test("and whose task fails is that failure, and the state is empty", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isCreate, "lose the reply"), {
      taskTime: "manual",
    });
    const creating = failureOf(router.up(args));
    await until(() => platform.requests.some(({ path }) => path.startsWith("/v1/tasks/")));
    platform.tasks.fail(undefined, "No capacity in the region");
    expect((await creating).message).toContain("No capacity in the region");
    expect(router.state).toBeUndefined();
  });
});

describe("a creation that the platform refuses", () => {
  test('because a required object is missing fails with that message, not with "cannot create routers"', async () => {
    const { router } = await setUpFaulty(
      failOnce(isCreate, cloudError(404, "NotFoundError", `Network ${NETWORK} was not found`)),
    );
    const error = await failureOf(router.up({ ...args, externalGatewayInfo: { networkId: NETWORK } }));
    expect(error.message).toContain(`Network ${NETWORK} was not found`);
    expect(error.message).not.toContain("cannot create routers");
  });
});

describe("a creation that fails after the router exists", () => {
  const settings = { maxRetries: "0" };

  test("because its task has no id and the router cannot be found records the task", async () => {
    let broken = true;
    let posted = false;
    const { platform, router } = await setUpFaulty(
      (request) => {
        posted ||= isCreate(request);
        if (!broken || !posted) return undefined;
        return isList(request) ? outOfOrder : anonymousTasks(request);
      },
      {},
      settings,
    );
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("GET /cloud/v1/routers/1/2 was answered 500: Out of order.");
    expect(error.message).toContain("The platform has accepted the creation: run `pulumi up` again");
    expect(router.state).toBeDefined();
    // A refresh does not know either whether the router exists.
    await failureOf(router.refresh());
    expect(router.state).toBeDefined();
    broken = false;
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("because the router of its finished task is not listed remains pending until the router is listed", async () => {
    let isHidden = false;
    const { platform, router } = await setUpFaulty((request) => {
      isHidden ||= isCreate(request);
      return isHidden && isList(request) ? noneListed : anonymousTasks(request);
    });
    const notListed =
      /no such router is listed \[router-not-listed\]\. Run `pulumi refresh`.*`pulumi state delete`/;
    const up = () => router.up(args);
    for (const run of [up, () => router.refresh(), up, () => router.update(), () => router.destroy()]) {
      expect((await failureOf<Error>(run())).message).toMatch(notListed);
      expect(router.state?.id).toMatch(/^pending:/);
    }
    expect(changes(platform)).toHaveLength(1);
    isHidden = false;
    await router.refresh();
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("because its task ends in ERROR although the platform lists the router records it, and the next run uses it", async () => {
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

  test("because one of several tasks fails records the router that another task created", async () => {
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

  test("is avoided if the platform returns no task: the router is found by its name", async () => {
    const { platform, router } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      platform.routers.add(args);
      return { body: { tasks: [] } };
    });
    expect(await router.up(args)).toBe("create");
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("because the platform creates nothing without an error is repeated by the next run", async () => {
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

  test("is avoided if its task has no id: the router is found by the task in its record", async () => {
    const { platform, router } = await setUpFaulty(anonymousTasks);
    await router.up(args);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });
});

test("an accepted change is recorded as uncertain if neither its reply nor the router names its task", async () => {
  let faulty = true;
  const { platform, router } = await setUpFaulty((request) => {
    const [existing] = platform.routers.all();
    if (!faulty || existing === undefined) return undefined;
    if (isPatch(request)) {
      platform.routers.change(existing.id, { name: "renamed" });
      return { status: 200, body: "" };
    }
    return existing.name === "renamed" && isRead(request) ? { status: 403, body: {} } : undefined;
  });
  await router.up(args);
  await failureOf(router.up({ ...args, name: "renamed" }));
  faulty = false;
  expect(await router.up(args)).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
});

test("a refused change is not recorded as uncertain if the router cannot be read afterwards", async () => {
  let faulty = false;
  let refused = false;
  const { router } = await setUpFaulty((request) => {
    if (!faulty) return undefined;
    if (isPatch(request)) {
      refused = true;
      return cloudError(409, "ConflictError", "The router is locked.");
    }
    return refused && isRead(request) ? outOfOrder : undefined;
  });
  await router.up(args);
  faulty = true;
  const error = await failureOf(router.up({ ...args, name: "renamed" }));
  expect(error.message).toContain("was answered 409: The router is locked.");
  faulty = false;
  expect(await router.up(args)).toBe("same");
});

describe("a change that succeeds without an effect", () => {
  const renamed = { ...args, name: "renamed" };

  test("fails after half a minute with the names of the properties, and the state has the live values", async () => {
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

  test("names only what the last read shows, and records that", async () => {
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

  test("is sent again by the next up, also if the inputs are unchanged", async () => {
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

  test("differs from the declared value, whatever initErrors the engine has", async () => {
    const { platform, router } = await setUp();
    await router.up(args);
    const { inputs, id } = router.state as ResourceState;
    platform.routers.change(id, { name: "other" });
    await router.refresh();
    // The state of an earlier version, which considered such a change successful.
    router.state = { ...(router.state as ResourceState), inputs };
    expect(await router.preview(args)).toBe("update");
  });
});

describe("a platform that replies to a change with the router", () => {
  test("completes it at once, and no task is polled", async () => {
    const { platform, router } = await setUpCreated(args, { patchReply: "router" });
    await router.up({ ...args, name: "renamed", externalGatewayInfo: { networkId: NETWORK } });
    expect(platform.requests.filter(({ path }) => path.includes("tasks"))).toEqual([]);
    expect(router.outputs).toMatchObject({
      name: "renamed",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
    });
  });

  test("can reply to a creation in the same way", async () => {
    const { platform, router } = await setUpFaulty((request) => {
      if (!isCreate(request)) return undefined;
      return { body: platform.routers.add({ ...PLACE, name: JSON.parse(request.body).name }) };
    });
    await router.up(args);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });
});

describe("a reply in another form", () => {
  test.each([
    ["a list", []],
    ["tasks that are not a list", { tasks: "t1" }],
    ["tasks that are numbers", { tasks: [17] }],
    ["another value", { ok: true }],
    ["null", null],
  ])("with %s instead of the tasks is an error that names the request and the field", async (_, body) => {
    const { router } = await setUpFaulty((request) => (isPatch(request) ? { body } : undefined));
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("PATCH /cloud/v2/routers/1/2/");
    expect(error.message).toContain("not of the form that the interface describes");
  });

  test("of a router without fields of newer deployments is accepted", async () => {
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

  test("of a router with unknown fields is accepted, and they are ignored", async () => {
    const { platform, router } = await setUpFaulty((request) =>
      isRead(request)
        ? { body: { ...platform.routers.all()[0], status: "MELTING", new_thing: { a: 1 } } }
        : undefined,
    );
    await router.up(args);
    expect(router.outputs.status).toBe("MELTING");
    expect(JSON.stringify(router.state)).not.toContain("new");
  });
});

describe("a router whose record has a field that cannot be read", () => {
  const odd = (faulty: () => boolean) =>
    setUpFaulty((request) => {
      if (!faulty() || !(isRead(request) || isList(request))) return undefined;
      const [router] = started.platform.routers.all();
      const record = { ...router, routes: [{ destination: 7 }] };
      return { body: isList(request) ? { count: 1, results: [record] } : record };
    }).then((result) => {
      started = result;
      return result;
    });
  let started: Awaited<ReturnType<typeof setUpFaulty>>;

  test("exists: no second one of its name is created", async () => {
    const { platform, router } = await odd(() => true);
    platform.routers.add(args);
    expect((await failureOf(router.up(args))).message).toContain("[router-exists]");
    expect(changes(platform)).toEqual([]);
  });

  test("is not changed, and the error names the field", async () => {
    let faulty = false;
    const { platform, router } = await odd(() => faulty);
    await router.up(args);
    platform.clearRequests();
    faulty = true;
    expect((await failureOf(router.up({ ...args, name: "renamed" }))).message).toContain("routes");
    expect((await failureOf(router.refresh())).message).toContain("routes");
    expect(router.state).toBeDefined();
    expect(changes(platform)).toEqual([]);
  });
});

describe("an update", () => {
  test("whose reply is lost fails, and the next run notices that it is complete", async () => {
    const { platform, router } = await setUpFaulty(failOnce(isPatch, "lose the reply"));
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("may have taken effect");
    expect(router.outputs.name).toBe("edge-router");
    await router.up({ ...args, name: "renamed" });
    expect(router.outputs.name).toBe("renamed");
    expect(platform.count({ method: "PATCH" })).toBe(1);
  });

  test("that is refused because of a lock which no longer exists is repeated at once", async () => {
    const { platform, router } = await setUpFaulty(
      failOnce(isPatch, cloudError(409, "ConflictError", "The router is locked.")),
    );
    await router.up(args);
    await router.up({ ...args, name: "renamed" });
    expect(platform.routers.all()).toMatchObject([{ name: "renamed" }]);
  });

  test("that conflicts with something lasting is sent again after pauses, and fails", async () => {
    const { router, proxy } = await setUpFaulty((request) =>
      isPatch(request) ? cloudError(409, "ConflictError", "The name is reserved.") : undefined,
    );
    await router.up(args);
    const error = await failureOf(router.up({ ...args, name: "renamed" }));
    expect(error.message).toContain("The name is reserved.");
    expect(proxy.requests.filter(isPatch)).toHaveLength(5);
  });

  test("keeps attached subnets if the rest of it fails", async () => {
    const { router } = await setUpFaulty(failOnce(isPatch, outOfOrder));
    await router.up({ ...args, interfaces: [] });
    const error = await failureOf<Error & { id?: string }>(
      router.up({ ...args, name: "renamed", interfaces: [{ subnetId: OFFICE }] }),
    );
    expect(error.id).toBe(router.state?.id);
    expect(router.outputs).toMatchObject({ name: "edge-router", interfaces: [{ subnetId: OFFICE }] });
  });
});

describe("a deletion", () => {
  test("fails if the deployment has neither that operation nor one to read", async () => {
    let documentedOnly = false;
    const { platform, router } = await setUpFaulty((request) =>
      documentedOnly && (isDelete(request) || isRead(request) || isList(request)) ? notAllowed : undefined,
    );
    await router.up(args);
    documentedOnly = true;
    await failureOf(router.destroy());
    expect(platform.routers.all()).toHaveLength(1);
    expect(router.state).toBeDefined();
  });

  test("whose reply is lost succeeds also after the subnets had to be detached", async () => {
    let deletions = 0;
    const { platform, router } = await setUpFaulty(
      (request) => (isDelete(request) && deletions++ === 1 ? "lose the reply" : undefined),
      { deleteWithSubnets: false },
    );
    await router.up({ ...args, interfaces: [{ subnetId: LAB }] });
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
