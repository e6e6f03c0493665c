import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { MemoryRecordStore, type ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, LAB, NETWORK, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import {
  ATTACH,
  args,
  DELETE,
  open,
  PATCH,
  PLACE,
  ROUTE,
  setUp,
  setUpCreated,
  setUpRuns,
  startCreated,
  untilTaskExists,
} from "./setup";

// What a run that timed out, failed or was killed leaves, where that depends on the requests of a router.
// tests/unit/lifecycle/runner.test.ts has every end of each request of a made-up resource.

/** Ends every task of the operation as soon as the operation reads it. */
async function endingTasks<T>({ tasks }: Simulator, operation: Promise<T>): Promise<T> {
  const worker = setInterval(() => tasks.finish(), 1);
  return operation.finally(() => clearInterval(worker));
}

/** A creation that times out. `listed`: whether the platform lists routers that are being created. */
async function timedOutCreation(listed: boolean, more: JsonObject = {}) {
  const started = await setUp({ taskTime: "manual", visibleWhileCreating: listed });
  const create = started.router.up({ ...args, ...more }, { create: "30s" });
  const error = await failureOf<Error & { reasons?: string[] }>(create);
  const [task = { id: "" }] = started.platform.tasks.pending();
  const { engine } = started.router;
  const warnings = () => engine.logs.map(({ severity, text }) => `${severity}: ${text}`).join("\n");
  return { ...started, error, task: task.id, warnings };
}

describe.each([
  { listed: false, title: "is not listed yet" },
  { listed: true, title: "is listed already" },
])("a creation that timed out, and whose router $title", ({ listed }) => {
  test("fails with the task and the next step, and keeps what the next run needs in the state", async () => {
    const { router, error, task, platform } = await timedOutCreation(listed);
    expect(error.message).toMatch(new RegExp(`the timeout of 30s has passed.*task ${task}.*RUNNING`, "s"));
    expect(error.reasons).toEqual([error.message]);
    expect(router.state?.id).toBe(listed ? platform.routers.all()[0]?.id : `pending:${task}`);
    const hidden = { __tasks: [task], __declared: ["name"], __timeouts: { create: "30s" } };
    expect(router.state?.outputs).toMatchObject({ ...args, ...hidden });
  });

  test("may time out again, and is then continued with the changes of the program and without another POST", async () => {
    const interfaces = [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }];
    const { router, platform, task } = await timedOutCreation(listed, { interfaces });
    const changed = { ...args, name: "renamed", interfaces };
    const error = await failureOf(router.up(changed, { create: "20s", update: "20s" }));
    expect(error.message).toContain(`task ${task}`);
    platform.clearRequests();
    await endingTasks(platform, router.up(changed));
    expect(changes(platform)).toEqual([
      [ATTACH, { subnet_id: LAB, ip_address: "10.0.2.7" }],
      [PATCH, { name: "renamed" }],
    ]);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
    expect(await router.up(changed)).toBe("same");
  });

  test.each([
    ["another project", { projectId: 7 }, { project_id: 7 }],
    ["the id of an existing router", { routerId: OFFICE, name: "shared" }, { id: OFFICE }],
  ])("is deleted if the next run declares %s", async (_, more, expected) => {
    const { router, platform } = await timedOutCreation(listed);
    platform.routers.add({ ...PLACE, id: OFFICE, name: "shared" });
    await endingTasks(platform, router.up({ ...args, ...more }));
    expect(platform.routers.get(router.state?.id as string)).toMatchObject(expected);
    expect(platform.routers.all().filter(({ id }) => ![OFFICE, router.state?.id].includes(id))).toEqual([]);
  });
});

describe("a creation that timed out, and whose task then ends in ERROR", () => {
  test("is repeated by the next run, whatever its timeout, and the platform's message is a warning", async () => {
    const { router, platform, warnings } = await timedOutCreation(false);
    platform.tasks.fail(undefined, "No capacity in the region");
    const { ends } = await untilTaskExists(platform, router.up(args, { create: "10s" }));
    platform.tasks.finish();
    expect(await ends).toBe("replace");
    expect(platform.count(CREATE)).toBe(2);
    expect(warnings()).toMatch(/warning: .*No capacity in the region/);
  });

  test("fails with the advice to refresh first if its id was known", async () => {
    const { router, platform, warnings } = await timedOutCreation(true);
    platform.tasks.fail(undefined, "No capacity in the region");
    expect((await failureOf(router.up(args))).message).toMatch(/there is no router.*pulumi refresh/s);
    expect(warnings()).toMatch(/warning: .*No capacity in the region/);
  });
});

describe("the task of an operation that timed out is awaited by the next one, which sends nothing again", () => {
  test("after an update", async () => {
    const { platform, router } = await startCreated(args);
    const renamed = { ...args, name: "renamed" };
    await failureOf(router.up(renamed, { update: "30s" }));
    expect((await router.diff(args)).changes).not.toBe(false);
    platform.tasks.finish();
    expect(await router.up(renamed)).toBe("update");
    expect(changes(platform)).toEqual([[PATCH, { name: "renamed" }]]);
    expect(router.outputs.name).toBe("renamed");
  });

  test("after a deletion", async () => {
    const { platform, router } = await startCreated(args, { taskTimeout: "30s" });
    expect((await failureOf(router.destroy())).message).toContain("the timeout of 30s has passed");
    await endingTasks(platform, router.destroy());
    expect(changes(platform)).toEqual([[DELETE]]);
  });
});

describe("the timeout", () => {
  test.each([{ update: "1s" }, { create: "0s" }])(
    "of a creation is that of the setting with %j",
    async (own) => {
      const { router } = await setUp({ taskTime: "manual" }, { taskTimeout: "50s" });
      expect((await failureOf(router.up(args, own))).message).toContain("the timeout of 50s has passed");
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

describe("after a run that was killed before the engine received the result of a creation, the next one", () => {
  test("uses the router, and renames it if the program has another name for it now", async () => {
    const { platform, killed, next } = await setUpRuns();
    const other = { ...args, name: "other-name" };
    await killed.up(args);
    const { id } = killed.state as ResourceState;
    // This run is killed as well, after it has renamed the router.
    killed.state = undefined;
    await killed.up(other);
    expect(platform.routers.all()).toMatchObject([{ id, name: "other-name" }]);
    await next.up(other);
    expect(next.state?.id).toBe(id);
    expect(platform.count(CREATE)).toBe(1);
    expect(next.engine.logs.map(({ text }) => text)).toEqual([
      `router ${id}, which an earlier run created, is used: no second one is created`,
    ]);
  });

  test("creates a new router if that one was deleted by hand", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    platform.routers.delete(killed.state?.id as string);
    await next.up(args);
    expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
  });

  test("removes no input of the killed one from a router that it adopts in its place", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up({ ...args, externalGatewayInfo: { networkId: NETWORK }, routes: [], interfaces: [] });
    const { id } = platform.routers.add({ ...PLACE, name: "shared", routes: [ROUTE] });
    await next.up({ ...PLACE, routerId: id });
    await next.up({ ...PLACE, routerId: id, name: "shared" });
    expect(platform.routers.get(id)).toMatchObject({ routes: [ROUTE] });
  });

  test("uses it also if the killed one was a replacement with --replace", async () => {
    const { platform, killed, next } = await setUpRuns();
    await killed.up(args);
    const before = killed.state as ResourceState;
    await killed.replaceBy(args, { deleteBeforeReplace: true });
    // The engine has recorded the deletion, and not the new router.
    next.state = { ...before, pendingReplacement: true };
    platform.clearRequests();
    await next.replaceBy(args, { deleteBeforeReplace: true });
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
  });
});

// A new address of the router in a subnet takes up to five requests: the routes that need the subnet are removed, the subnet is
// detached and attached, and the routes are set again.

const at = (ipAddress: string) => ({
  ...args,
  interfaces: [{ subnetId: OFFICE, ipAddress }],
  routes: [ROUTE],
});
const routed = at("10.0.1.5");
const moved = at("10.0.1.6");

const ROUTER = "/cloud/v1/routers/{project_id}/{region_id}/{router_id}";
const [attach, detach] = [`POST ${ROUTER}/attach`, `POST ${ROUTER}/detach`];

/** Each request of the change. The platform refuses two attempts to detach the subnet itself, because of the route. */
const REQUESTS = ["PATCH#1", `${detach}#2`, `${attach}#1`, "PATCH#2"];

interface End {
  fault: string;
  /** The state is that of the ended run. Otherwise it is that of the run before. */
  isSaved?: boolean;
  /** The records are as they were at the last request. */
  isKilled?: boolean;
}

const KILLED: End = { fault: "reset-after", isKilled: true };
const ENDS: Record<string, End> = {
  "is refused": { fault: "status:code=403", isSaved: true },
  "is refused, and whose result Pulumi could not save,": { fault: "status:code=403" },
  "fails with a lost reply, and whose result Pulumi could not save,": { fault: "reset-after" },
  "is killed": KILLED,
};

/** A run that changes a router and ends at a request, and the resource of the next run. */
async function endedAt(
  request: string,
  { fault, isSaved, isKilled }: End,
  inputs: JsonObject[] = [routed, moved],
) {
  const [first, then] = inputs as [JsonObject, JsonObject];
  const disk = new MemoryRecordStore();
  let atLastRequest = disk;
  const onRequest = ({ method }: { method: string }) => {
    if (method !== "GET") atLastRequest = disk.copy();
  };
  const { platform, on } = await open({ onRequest });
  const ending = on(undefined, disk);
  await ending.up(first);
  const [before] = platform.routers.all();
  const saved = structuredClone(ending.state) as ResourceState;
  platform.faults.add(`${fault}@${request}`);
  await failureOf(ending.up(then, { update: "10s" }));
  platform.faults.clear();
  const router = isKilled ? on(undefined, atLastRequest) : ending;
  if (!isSaved) router.state = saved;
  return { platform, router, before };
}

/** The address and the routes of the router. */
const routerOf = ({ routers }: Simulator) =>
  routers.all().map(({ interfaces, routes }) => [interfaces[0]?.ip_assignments[0]?.ip_address, routes]);

describe.each(Object.entries(ENDS))("a new address whose run %s half-way", (_, end) => {
  test.each(
    REQUESTS.flatMap((request) => ["10.0.1.5", "10.0.1.6"].map((address) => [request, address] as const)),
  )("at %s is completed by the next run, or reverted if the program is: %s", async (request, address) => {
    const { platform, router } = await endedAt(request, end);
    await router.up(at(address));
    expect(routerOf(platform)).toEqual([[address, [ROUTE]]]);
    expect(await router.up(at(address))).toBe("same");
  });
});

describe("a new address whose run is killed while the router has no routes", () => {
  test("is repaired by the next run, also after a refresh that was only previewed", async () => {
    const { platform, router } = await endedAt(attach, KILLED);
    await router.readObject();
    await router.up(routed);
    expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
    expect(await router.up(routed)).toBe("same");
  });

  test("is no change after a refresh that finds the old values", async () => {
    const { platform, router, before } = await endedAt(attach, KILLED);
    platform.routers.change(String(before?.id), { routes: [ROUTE], interfaces: before?.interfaces ?? [] });
    await router.refresh();
    await router.restart();
    expect(await router.preview(routed)).toBe("same");
  });

  test.each(["status:code=403@GET", "status:code=403@PATCH", "reset-after@PATCH"])(
    "is repaired by the run after the next one if that fails with %s, too",
    async (fault) => {
      const { platform, router } = await endedAt("PATCH#1", KILLED);
      platform.faults.add(fault);
      await failureOf(router.up(routed, { update: "10s" }));
      platform.faults.clear();
      await router.up(routed);
      expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
      expect(await router.up(routed)).toBe("same");
    },
  );
});

test("a new address of a subnet that is not detached also without the routes restores them in the same run", async () => {
  const { platform, router } = await setUpCreated(routed);
  platform.faults.add(`status:code=403@${detach}#2`);
  await failureOf(router.up(moved));
  expect(changes(platform).filter(([call]) => call === PATCH)).toEqual([
    [PATCH, { routes: [] }],
    [PATCH, { routes: [ROUTE] }],
  ]);
  expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
});

test("routes that a killed run has declared first are removed by the next run if the program is reverted", async () => {
  const { routes: _, ...withoutRoutes } = routed;
  const { platform, router } = await endedAt("PATCH#1", KILLED, [withoutRoutes, routed]);
  expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
  await router.up(withoutRoutes);
  expect(routerOf(platform)).toEqual([["10.0.1.5", []]]);
  expect(await router.up(withoutRoutes)).toBe("same");
});

test("routes and subnets that a refused deletion cannot put back are put back by the next run", async () => {
  const { platform, router } = await setUpCreated(routed, { deleteWithSubnets: false });
  platform.faults.add('status:code=400,message="The router is protected."@DELETE#2');
  platform.faults.add(`status:code=403@${attach}`);
  await failureOf(router.destroy());
  expect(routerOf(platform)).toEqual([[undefined, []]]);
  platform.faults.clear();
  expect(await router.up(routed)).toBe("update");
  expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
});

test.each(["status:code=403@PATCH", "task-error@PATCH"])(
  "an adoption that fails with %s leaves the router to its owner",
  async (fault) => {
    const { platform, router } = await setUp();
    platform.routers.add(args);
    platform.faults.add(fault);
    await failureOf(router.up({ ...args, externalGatewayInfo: { networkId: NETWORK }, ifExists: "adopt" }));
    expect(router.state).toBeUndefined();
  },
);
