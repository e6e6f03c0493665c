import { describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../../../simulator/src";
import type { InProcessResource } from "../../../support/in-process-resource";
import { CREATE, changes, LAB, NETWORK, OFFICE } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { ATTACH, args, DELETE, PATCH, PLACE, setUp, startCreated, untilTaskExists } from "./setup";

/**
 * A creation that times out before its task ends. `listed`: whether the platform lists routers that are being
 * created.
 */
async function interruptedCreation({ listed = false } = {}, more = {}) {
  const started = await setUp({ taskTime: "manual", visibleWhileCreating: listed });
  const error = await failureOf<Error & { reasons?: string[] }>(
    started.router.up({ ...args, ...more }, { create: "30s" }),
  );
  const [task = { id: "" }] = started.platform.tasks.pending();
  return { ...started, error, task: task.id };
}

/** Destroys the router. First its task ends, and then the deletion. */
async function destroyAfter(
  task: string,
  { router, platform }: { router: InProcessResource; platform: Simulator },
) {
  platform.clearRequests();
  const destroyed = router.destroy();
  await until(() => platform.count({ path: `/v1/tasks/${task}` }) > 0);
  platform.tasks.finish();
  await until(() => platform.tasks.pending().length > 0);
  platform.tasks.finish();
  await destroyed;
}

describe("a creation", () => {
  test("whose task ends in ERROR fails with the platform's message, and the state is empty", async () => {
    const { platform, router } = await setUp({ maxRoutersPerRegion: 0 });
    const error = await failureOf<Error & { id?: string }>(router.up(args));
    expect(error.message).toContain("Quota limit for router_count exceeded by 1");
    expect(error).not.toHaveProperty("id");
    expect(error).not.toHaveProperty("properties");
    expect(router.state).toBeUndefined();
    expect(platform.count(CREATE)).toBe(1);
  });
});

describe.each([
  { listed: false, title: "is not listed yet" },
  { listed: true, title: "is listed already" },
])("a creation that timed out, and whose router $title", ({ listed }) => {
  test("fails with the task, its last state and the next step", async () => {
    const { error, task } = await interruptedCreation({ listed });
    expect(error.message).toContain("the timeout of 30s has passed");
    expect(error.message).toContain(`task ${task}`);
    expect(error.message).toContain("last state: RUNNING");
    expect(error.message).toContain("pulumi up");
    expect(error.message).toContain("customTimeouts");
    expect(error.reasons).toEqual([error.message]);
  });

  test("keeps the known values, the task, and everything that the next run needs in the state", async () => {
    const { router, task, platform } = await interruptedCreation({ listed });
    expect(router.state?.id).toBe(listed ? platform.routers.all()[0]?.id : `pending:${task}`);
    expect(router.state?.outputs).toMatchObject({
      ...args,
      __tasks: [task],
      __declared: ["name"],
      __timeouts: { create: "30s" },
      __provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").Router',
    });
  });

  test("is awaited by the next run, and no second router is created", async () => {
    const { router, platform } = await interruptedCreation({ listed });
    platform.tasks.finish();
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    const [created] = platform.routers.all();
    expect(router.state).toMatchObject({ id: created?.id, outputs: { ...args, routerId: created?.id } });
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
    platform.clearRequests();
    expect(await router.up(args)).toBe("same");
    expect(platform.requests).toEqual([]);
  });

  test("may time out again without a loss", async () => {
    const { router, platform, task } = await interruptedCreation({ listed });
    const error = await failureOf(router.up(args, { create: "20s", update: "20s" }));
    expect(error.message).toContain(`task ${task}`);
    expect(router.state?.outputs).toMatchObject({ ...args, __tasks: [task] });
    platform.tasks.finish();
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
  });

  test("includes changes of the program: the router is created with the old inputs, and then changed", async () => {
    const { router, platform } = await interruptedCreation({ listed });
    platform.tasks.finish();
    platform.clearRequests();
    const change = router.up({ ...args, name: "renamed", externalGatewayInfo: { networkId: NETWORK } });
    const { ends } = await untilTaskExists(platform, change);
    platform.tasks.finish();
    await ends;
    expect(changes(platform)).toEqual([
      [PATCH, { name: "renamed", external_gateway_info: { type: "manual", network_id: NETWORK } }],
    ]);
    expect(router.outputs).toMatchObject({ name: "renamed" });
  });

  test("is continued with the inputs that the POST cannot contain", async () => {
    const interfaces = [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }];
    const { router, platform } = await interruptedCreation({ listed }, { interfaces });
    platform.tasks.finish();
    platform.clearRequests();
    await router.up({ ...args, interfaces });
    expect(changes(platform)).toEqual([[ATTACH, { subnet_id: LAB, ip_address: "10.0.2.7" }]]);
  });

  test("is completed by a refresh, which finds the router", async () => {
    const { router, platform } = await interruptedCreation({ listed });
    platform.tasks.finish();
    await router.refresh();
    const [created] = platform.routers.all();
    expect(router.state?.id).toBe(created?.id);
    expect(router.outputs).toMatchObject({ ...args, routerId: created?.id, status: "ACTIVE" });
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
    expect(await router.up(args)).toBe("same");
    expect(platform.count(CREATE)).toBe(1);
  });

  test("is removed from the state by a refresh if its task has ended in ERROR", async () => {
    const { router, platform } = await interruptedCreation({ listed });
    platform.tasks.fail();
    await router.refresh();
    expect(router.state).toBeUndefined();
  });

  test("is awaited by a destroy, which then deletes the router", async () => {
    const { router, platform, task } = await interruptedCreation({ listed });
    await destroyAfter(task, { router, platform });
    expect(changes(platform)).toEqual([[DELETE]]);
    expect(platform.routers.all()).toEqual([]);
  });

  test("and that an update has completed has the real id from then on", async () => {
    const { router, platform } = await interruptedCreation({ listed });
    platform.tasks.finish();
    await router.update();
    await router.up(args);
    expect(platform.count(CREATE)).toBe(1);
    const destroyed = router.destroy();
    await until(() => platform.tasks.pending().length > 0 || router.state === undefined);
    platform.tasks.finish();
    await destroyed;
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a creation that timed out, and whose task then ends in ERROR", () => {
  test("is repeated by the next run, which prints the platform's message", async () => {
    const { router, platform } = await interruptedCreation();
    platform.tasks.fail(undefined, "No capacity in the region");
    const { ends } = await untilTaskExists(platform, router.up(args));
    platform.tasks.finish();
    expect(await ends).toBe("replace");
    expect(platform.routers.all()).toHaveLength(1);
    const warnings = router.engine.logs.filter((log) => log.severity === "warning").map((log) => log.text);
    expect(warnings.join("\n")).toContain("No capacity in the region");
  });

  test("is repeated within a timeout that is shorter than the platform's lag", async () => {
    const { router, platform } = await interruptedCreation();
    platform.tasks.fail(undefined, "No capacity in the region");
    const { ends } = await untilTaskExists(platform, router.up(args, { create: "10s" }));
    platform.tasks.finish();
    expect(await ends).toBe("replace");
    expect(platform.count(CREATE)).toBe(2);
  });

  test("fails with the advice to refresh first if its id was known", async () => {
    const { router, platform } = await interruptedCreation({ listed: true });
    platform.tasks.fail(undefined, "No capacity in the region");
    const error = await failureOf(router.up(args));
    expect(error.message).toContain("there is no router");
    expect(error.message).toContain("pulumi refresh");
    const warnings = router.engine.logs.filter((log) => log.severity === "warning").map((log) => log.text);
    expect(warnings.join("\n")).toContain("No capacity in the region");
    await router.refresh();
    expect(router.state).toBeUndefined();
  });
});

describe.each([{ listed: false }, { listed: true }])(
  "a creation that timed out (listed: $listed), followed by inputs that require another router",
  ({ listed }) => {
    /** The next run, during which every task ends as soon as it exists. */
    async function next(more: (existing: string) => object) {
      const started = await interruptedCreation({ listed });
      const { router, platform } = started;
      const { id } = platform.routers.add({ ...PLACE, name: "shared" });
      const worker = setInterval(() => platform.tasks.finish(), 1);
      await router.up({ ...args, ...more(id) }).finally(() => clearInterval(worker));
      return { ...started, shared: id };
    }

    test("another project: a router is created there, and the first one is deleted", async () => {
      const { router, platform, shared } = await next(() => ({ projectId: 7 }));
      expect(router.outputs).toMatchObject({ projectId: 7 });
      expect(platform.routers.all()).toMatchObject([{ id: shared }, { project_id: 7, id: router.state?.id }]);
    });

    test("an existing router: it is adopted, and the first one is deleted", async () => {
      const { router, platform, shared } = await next((routerId) => ({ name: "shared", routerId }));
      expect(router.state?.id).toBe(shared);
      expect(platform.routers.all()).toMatchObject([{ id: shared }]);
    });
  },
);

describe("an update that timed out", () => {
  async function interruptedUpdate() {
    const started = await startCreated(args);
    const { platform, router } = started;
    const error = await failureOf(router.up({ ...args, name: "renamed" }, { update: "30s" }));
    const [task = { id: "" }] = platform.tasks.pending();
    return { ...started, error, task: task.id };
  }

  test("fails with the name of the task, and the state has the task and the earlier values", async () => {
    const { router, error, task } = await interruptedUpdate();
    expect(error.message).toContain(`task ${task}`);
    expect(router.state).toMatchObject({
      id: router.outputs.routerId,
      outputs: { name: "edge-router", __tasks: [task] },
      initErrors: [error.message],
    });
  });

  test("has a change in the next preview, even if no input differs", async () => {
    const { router } = await interruptedUpdate();
    expect((await router.diff({ ...args, name: "edge-router" })).changes).not.toBe(false);
  });

  test("is awaited by the next run, which sends no second PATCH", async () => {
    const { router, platform } = await interruptedUpdate();
    platform.tasks.finish();
    expect(await router.up({ ...args, name: "renamed" })).toBe("update");
    expect(changes(platform)).toEqual([[PATCH, { name: "renamed" }]]);
    expect(router.outputs.name).toBe("renamed");
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
  });

  test("and whose task then ends in ERROR is sent again by the next run", async () => {
    const { router, platform } = await interruptedUpdate();
    platform.tasks.fail();
    const { ends } = await untilTaskExists(platform, router.up({ ...args, name: "renamed" }));
    platform.tasks.finish();
    await ends;
    expect(changes(platform)).toEqual([
      [PATCH, { name: "renamed" }],
      [PATCH, { name: "renamed" }],
    ]);
    expect(router.outputs.name).toBe("renamed");
  });

  test("is awaited by a destroy, because its task locks the router", async () => {
    const { router, platform, task } = await interruptedUpdate();
    await destroyAfter(task, { router, platform });
    expect(changes(platform)).toEqual([[DELETE]]);
  });

  test("is awaited by a refresh, which then returns the live values", async () => {
    const { router, platform } = await interruptedUpdate();
    platform.tasks.finish();
    await router.refresh();
    expect(router.outputs.name).toBe("renamed");
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
  });
});

describe("a deletion that timed out", () => {
  test("leaves the router in the state, and the next destroy waits for its task and sends nothing else", async () => {
    const { platform, router } = await startCreated(args, { taskTimeout: "30s" });
    const error = await failureOf(router.destroy());
    expect(error.message).toContain("the timeout of 30s has passed");
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
    const [task] = platform.tasks.pending();
    platform.clearRequests();
    const destroyed = router.destroy();
    await until(() => platform.count({ path: `/v1/tasks/${task?.id}` }) > 0);
    platform.tasks.finish();
    await destroyed;
    expect(platform.routers.all()).toEqual([]);
    expect(changes(platform)).toEqual([]);
  });

  test("and whose task deletes the router: the next up creates it again", async () => {
    const { platform, router } = await startCreated(args, { taskTimeout: "30s" });
    await failureOf(router.destroy());
    platform.tasks.finish();
    expect(platform.routers.all()).toEqual([]);
    const { ends } = await untilTaskExists(platform, router.up(args));
    platform.tasks.finish();
    expect(await ends).toBe("replace");
    expect(platform.routers.all()).toMatchObject([{ id: router.state?.id, name: "edge-router" }]);
    expect(await router.up(args)).toBe("same");
  });

  test("and whose task then fails: the next up keeps the router", async () => {
    const { platform, router } = await startCreated(args, { taskTimeout: "30s" });
    const { id } = router.state ?? {};
    await failureOf(router.destroy());
    platform.tasks.fail();
    platform.clearRequests();
    expect(await router.up(args)).toBe("replace");
    expect(router.state?.id).toBe(id);
    expect(changes(platform)).toEqual([]);
    expect(await router.up(args)).toBe("same");
  });
});

describe("the timeout", () => {
  test.each([{ update: "1s" }, { create: "0s" }])(
    "is that of the setting if the resource has %j",
    async (timeouts) => {
      const { router } = await setUp({ taskTime: "manual" }, { taskTimeout: "50s" });
      const error = await failureOf(router.up(args, timeouts));
      expect(error.message).toContain("the timeout of 50s has passed");
    },
  );

  test("may be longer than any timer of JavaScript", async () => {
    const { platform, router } = await setUp({ taskTime: "manual" });
    const { ends } = await untilTaskExists(platform, router.up(args, { create: "10000h" }));
    platform.tasks.finish();
    expect(await ends).toBe("create");
    for (const pause of router.clock.pauses) expect(pause).toBeLessThan(2 ** 31);
  });

  test("is not a change if it concerns only operations that get their inputs", async () => {
    const { router } = await setUp();
    await router.up(args, { create: "1m" });
    expect(await router.up(args, { create: "2m" })).toBe("same");
  });
});
