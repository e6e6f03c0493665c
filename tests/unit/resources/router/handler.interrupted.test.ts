import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord, Simulator } from "../../../../simulator/src";
import { failOnce, logLines } from "../../../support/handler-setup";
import { MemoryRecordStore, type ResourceState } from "../../../support/in-process-resource";
import { CREATE, changes, LAB, NETWORK, OFFICE } from "../../../support/platform";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import {
  ATTACH,
  args,
  isList,
  isPatch,
  isRead,
  noneListed,
  open,
  PATCH,
  PLACE,
  ROUTE,
  setUp,
  setUpCreated,
  setUpRuns,
  untilTaskExists,
} from "./setup";

// What a run that timed out, failed or was killed leaves, where that is particular to a router.
// tests/unit/lifecycle/runner.test.ts has every end of each request of a made-up resource.

const routerNotFound = { status: 404, body: { exception_class: "NotFoundError", message: "No such router" } };

/** A creation that times out. `listed`: whether the platform lists routers that are being created. */
async function timedOutCreation(listed: boolean, more: JsonObject = {}) {
  const started = await setUp({ taskTime: "manual", visibleWhileCreating: listed });
  const create = started.router.up({ ...args, ...more }, { create: "30s" });
  const error = await failureOf<Error & { reasons?: string[] }>(create);
  const [task = { id: "" }] = started.platform.tasks.pending();
  return { ...started, error, task: task.id };
}

const LISTED: Array<[title: string, listed: boolean]> = [
  ["is not listed yet", false],
  ["is listed already", true],
];

test.each(LISTED)(
  "a creation that timed out, and whose router %s, leaves in the state what the next run needs",
  async (_, listed) => {
    const { router, error, task, platform } = await timedOutCreation(listed);
    expect(error.message).toMatch(new RegExp(`the timeout of 30s has passed.*task ${task}.*RUNNING`, "s"));
    expect(error.reasons).toEqual([error.message]);
    expect(router.state?.id).toBe(listed ? platform.routers.all()[0]?.id : `pending:${task}`);
    const hidden = { __tasks: [task], __declared: ["name"], __timeouts: { create: "30s" } };
    expect(router.state?.outputs).toMatchObject({ ...args, ...hidden });
  },
);

test.each(LISTED)(
  "a creation that timed out, and whose router %s, may time out again, and is then continued with the changes of the program and without another POST",
  async (_, listed) => {
    const interfaces = [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }];
    const { router, platform, task } = await timedOutCreation(listed, { interfaces });
    const changed = { ...args, name: "renamed", interfaces };
    const error = await failureOf(router.up(changed, { create: "20s", update: "20s" }));
    expect(error.message).toContain(`task ${task}`);
    platform.clearRequests();
    const worker = setInterval(() => platform.tasks.finish(), 1);
    await router.up(changed).finally(() => clearInterval(worker));
    expect(changes(platform)).toEqual([
      [ATTACH, { subnet_id: LAB, ip_address: "10.0.2.7" }],
      [PATCH, { name: "renamed" }],
    ]);
    expect(router.state?.id).toBe(platform.routers.all()[0]?.id);
    expect(router.state?.outputs).not.toHaveProperty("__tasks");
    expect(await router.up(changed)).toBe("same");
  },
);

test("a creation that timed out is continued with deleteBeforeReplace, too", async () => {
  const { router, platform } = await timedOutCreation(false);
  const worker = setInterval(() => platform.tasks.finish(), 1);
  platform.clearRequests();
  await Object.assign(router, { deleteBeforeReplace: true })
    .up(args)
    .finally(() => clearInterval(worker));
  expect(changes(platform)).toEqual([]);
  expect(platform.routers.all()).toMatchObject([{ id: router.state?.id }]);
});

const NO_CAPACITY = expect.stringMatching(/^warning: .*No capacity in the region/);

test("a creation that timed out, and whose task then fails, is repeated by the next run with a warning", async () => {
  const { router, platform } = await timedOutCreation(false);
  platform.tasks.fail(undefined, "No capacity in the region");
  const { ends } = await untilTaskExists(platform, router.up(args, { create: "10s" }));
  platform.tasks.finish();
  expect(await ends).toBe("replace");
  expect(platform.count(CREATE)).toBe(2);
  expect(logLines(router)).toContainEqual(NO_CAPACITY);
});

test("the next run advises to refresh first if the router of a creation was listed, and its task then failed", async () => {
  const { router, platform } = await timedOutCreation(true);
  platform.tasks.fail(undefined, "No capacity in the region");
  expect((await failureOf(router.up(args))).message).toMatch(/there is no router.*pulumi refresh/s);
  expect(logLines(router)).toContainEqual(NO_CAPACITY);
});

test.each([{ update: "1s" }, { create: "0s" }])(
  "the setting taskTimeout limits a creation whose customTimeouts are %j",
  async (own) => {
    const { router } = await setUp({ taskTime: "manual" }, { taskTimeout: "50s" });
    expect((await failureOf(router.up(args, own))).message).toContain("the timeout of 50s has passed");
  },
);

test("a timeout may be longer than any timer of JavaScript", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  const { ends } = await untilTaskExists(platform, router.up(args, { create: "10000h" }));
  platform.tasks.finish();
  expect(await ends).toBe("create");
  for (const pause of router.clock.pauses) expect(pause).toBeLessThan(2 ** 31);
});

test("another timeout of creations does not change a router that exists", async () => {
  const { router } = await setUp();
  await router.up(args, { create: "1m" });
  expect(await router.up(args, { create: "2m" })).toBe("same");
});

/** A run that is killed before the reply to its PATCH: only the disk has what it did. The task runs on. */
async function killedChange(first: JsonObject, second: JsonObject, prepare?: (platform: Simulator) => void) {
  const faultFor = failOnce(isPatch, "lose the reply");
  const { platform, on } = await open({ taskTime: "manual", faultFor, settings: { maxRetries: "0" } });
  prepare?.(platform);
  const machine = new MemoryRecordStore();
  const [killed, next] = [on("one", machine), on("one", machine)];
  const worker = setInterval(() => platform.tasks.finish(), 1);
  await killed.up(first).finally(() => clearInterval(worker));
  next.state = structuredClone(killed.state);
  await failureOf(killed.up(second));
  return { platform, next, another: on("another", machine) };
}

const MAY_STILL = "the platform may still delete it: run `pulumi up --refresh`";

/** The error of a deletion with a fault, at a platform whose tasks end at once. */
async function failedDeletion(fault: string) {
  const { platform, on } = await open({ settings: { maxRetries: "0" } });
  const router = on();
  await router.up(args, { delete: "10s" });
  platform.faults.add(fault);
  return (await failureOf(router.destroy())).message;
}

test.each([
  ["whose task outlasts the timeout", "task-never-ends@DELETE", "the timeout of 10s has passed"],
  ["whose reply is lost", "reset-after@DELETE", "[connection-lost]"],
])(
  "the error of a deletion %s says that the platform may still delete the router",
  async (_, fault, text) => {
    const message = await failedDeletion(fault);
    expect(message).toContain(text);
    expect(message).toContain(MAY_STILL);
  },
);

test.each([
  ["is refused", "status:code=403@DELETE"],
  ["ends with a failed task", 'task-error:message="No."@DELETE'],
])("the error of a deletion that %s does not say so", async (_, fault) => {
  expect(await failedDeletion(fault)).not.toContain(MAY_STILL);
});

test("the error of a deletion that waits for the task of a change until the timeout does not say so", async () => {
  const { platform, router } = await setUp();
  await router.up(args, { delete: "10s" });
  platform.faults.add("task-never-ends@PATCH");
  await failureOf(router.up({ ...args, name: "renamed" }, { update: "10s", delete: "10s" }));
  const { message } = await failureOf(router.destroy());
  expect(message).toContain("[task-unfinished]");
  expect(message).not.toContain(MAY_STILL);
});

test("a refresh waits for the task of a killed change, so that a reverted program takes the change back", async () => {
  const { platform, next } = await killedChange(args, { ...args, name: "renamed" });
  platform.clearRequests();
  const refreshed = next.refresh();
  await until(() => platform.requests.some(({ path }) => path.startsWith("/v1/tasks/")));
  platform.tasks.finish();
  await refreshed;
  expect(next.outputs).toMatchObject({ name: "renamed" });
  const worker = setInterval(() => platform.tasks.finish(), 1);
  expect(await next.up(args).finally(() => clearInterval(worker))).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
});

test("the next run waits for the request of a run that was killed just before, and creates no second router", async () => {
  const machine = new MemoryRecordStore();
  let beforeReply = machine;
  let lists = Number.NaN;
  const { platform, on } = await open({
    onRequest({ method, path }) {
      if (method === "POST") beforeReply = machine.copy();
      // The platform carries out the request of the killed run late.
      if (method === "GET" && path === "/cloud/v1/routers/1/2" && ++lists === 4)
        platform.routers.add({ ...PLACE, name: "edge-router" });
    },
  });
  await on(undefined, machine).up(args);
  for (const { id } of platform.routers.all()) platform.routers.delete(id);
  lists = 0;
  const next = on(undefined, beforeReply);
  platform.clearRequests();
  await next.up(args);
  expect(changes(platform)).toEqual([]);
  expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
});

test("the next run uses the router that the task of a killed creation reports, although no list shows it", async () => {
  const machine = new MemoryRecordStore();
  let beforeReply = machine;
  const { platform, on } = await open({
    faultFor: (request) => (isList(request) ? noneListed : undefined),
    onRequest({ method }) {
      if (method === "POST") beforeReply = machine.copy();
    },
  });
  await on(undefined, machine).up(args);
  const next = on(undefined, beforeReply);
  platform.clearRequests();
  expect(await next.up(args)).toBe("create");
  expect(changes(platform)).toEqual([]);
  expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
});

test("the record of a creation at another address is kept, and that creation is not continued", async () => {
  const machine = new MemoryRecordStore();
  const [there, here] = [await open(), await open()];
  await there.on("one", machine).up(args);
  const next = here.on("one", machine);
  await next.up(args);
  const ids = [...there.platform.routers.all(), ...here.platform.routers.all()].map(({ id }) => id);
  expect(ids).toEqual([expect.any(String), next.state?.id]);
  expect([...machine.entries().values()].map(({ unfinished }) => unfinished.id)).toEqual(
    expect.arrayContaining(ids),
  );
});

test("a router that a killed run created and somebody deleted is created again", async () => {
  const { platform, killed, next } = await setUpRuns();
  await killed.up(args);
  platform.routers.delete(killed.state?.id as string);
  await next.up(args);
  expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
});

test("the record of a creation has the time of the request that was sent last, also after a rate limit", async () => {
  const machine = new MemoryRecordStore();
  const times: number[] = [];
  const { platform, on } = await open({
    onRequest({ method }) {
      const [record] = machine.entries().values();
      if (method === "POST") times.push(record?.unfinished.creation?.at ?? Number.NaN);
    },
  });
  platform.faults.add("status:code=429,retryAfter=50@POST#1");
  await on(undefined, machine).up(args);
  const [refused = Number.NaN, accepted] = times;
  expect(accepted).toBeGreaterThanOrEqual(refused + 50_000);
});

test("the next run waits until the replicas show the router that a killed run created", async () => {
  let reads = 0;
  const lagging = (request: ReceivedRequest) => {
    if (isList(request)) return noneListed;
    return isRead(request) && ++reads <= 2 ? routerNotFound : undefined;
  };
  let isLagging = false;
  const { platform, on } = await open({
    faultFor: (request) => (isLagging && reads <= 2 ? lagging(request) : undefined),
  });
  const machine = new MemoryRecordStore();
  await on(undefined, machine).up(args);
  isLagging = true;
  const next = on(undefined, machine);
  await next.up(args);
  expect(platform.routers.all()).toMatchObject([{ id: next.state?.id }]);
});

test("a router that somebody renames before its creation has ended is used, and renamed back", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  const { ends } = await untilTaskExists(platform, router.up(args));
  const worker = setInterval(() => platform.tasks.finish(), 1);
  const [{ id }] = platform.routers.all() as [RouterRecord];
  platform.routers.change(id, { name: "renamed" });
  await ends.finally(() => clearInterval(worker));
  expect(router.state?.id).toBe(id);
  expect(platform.routers.all()).toMatchObject([{ id, name: "edge-router" }]);
});

test("the next run removes no input of a killed run from a router that it adopts in its place", async () => {
  const { platform, killed, next } = await setUpRuns();
  await killed.up({ ...args, externalGatewayInfo: { networkId: NETWORK }, routes: [], interfaces: [] });
  const { id } = platform.routers.add({ ...PLACE, name: "shared", routes: [ROUTE] });
  await next.up({ ...PLACE, routerId: id });
  await next.up({ ...PLACE, routerId: id, name: "shared" });
  expect(platform.routers.get(id)).toMatchObject({ routes: [ROUTE] });
});

test("the router of a killed run with --replace is used by the next run", async () => {
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

// A new address of the router in a subnet takes up to five requests: the routes that need the subnet are removed, the subnet is
// detached and attached, and the routes are set again. The interruptions and the model of a router have its other half-way states.

const at = (ipAddress: string) => ({
  ...args,
  interfaces: [{ subnetId: OFFICE, ipAddress }],
  routes: [ROUTE],
});
const routed = at("10.0.1.5");
const moved = at("10.0.1.6");

const ROUTER = "/cloud/v1/routers/{project_id}/{region_id}/{router_id}";
const [attach, detach] = [`POST ${ROUTER}/attach`, `POST ${ROUTER}/detach`];

/** A run that is killed at a request of its change, and the router of the next run. */
async function killedAt(request: string, [first, then]: [JsonObject, JsonObject]) {
  const disk = new MemoryRecordStore();
  let atLastRequest = disk;
  const onRequest = ({ method }: { method: string }) => {
    if (method !== "GET") atLastRequest = disk.copy();
  };
  const { platform, on } = await open({ onRequest });
  const killed = on(undefined, disk);
  await killed.up(first);
  const [before] = platform.routers.all();
  const state = structuredClone(killed.state) as ResourceState;
  platform.faults.add(`reset-after@${request}`);
  await failureOf(killed.up(then, { update: "10s" }));
  platform.faults.clear();
  const router = Object.assign(on(undefined, atLastRequest), { state });
  return { platform, router, before };
}

/** The address and the routes of the router. */
const routerOf = ({ routers }: Simulator) =>
  routers.all().map(({ interfaces, routes }) => [interfaces[0]?.ip_assignments[0]?.ip_address, routes]);

/** Each request of the change. The platform refuses two attempts to detach the subnet itself, because of the route. */
const REQUESTS = ["PATCH#1", `${detach}#2`, `${attach}#1`, "PATCH#2"];

test.each(REQUESTS.flatMap((request) => ["10.0.1.5", "10.0.1.6"].map((address) => [request, address])))(
  "a new address whose run is killed at %s is completed by a refresh and the next run, or reverted if the program is: %s",
  async (request, address) => {
    const { platform, router } = await killedAt(request, [routed, moved]);
    await router.refresh();
    await router.up(at(address));
    expect(routerOf(platform)).toEqual([[address, [ROUTE]]]);
    expect(await router.up(at(address))).toBe("same");
  },
);

test("a refresh that finds the old values after a killed run leaves no change", async () => {
  const { platform, router, before } = await killedAt(attach, [routed, moved]);
  platform.routers.change(String(before?.id), { routes: [ROUTE], interfaces: before?.interfaces ?? [] });
  await router.refresh();
  await router.restart();
  expect(await router.preview(routed)).toBe("same");
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

test("routes and subnets that a refused deletion cannot put back are put back by the next run with a refresh", async () => {
  const { platform, router } = await setUpCreated(routed, { deleteWithSubnets: false });
  platform.faults.add('status:code=400,message="The router is protected."@DELETE#2');
  platform.faults.add(`status:code=403@${attach}`);
  await failureOf(router.destroy());
  expect(routerOf(platform)).toEqual([[undefined, []]]);
  platform.faults.clear();
  await router.refresh();
  expect(await router.up(routed)).toBe("update");
  expect(routerOf(platform)).toEqual([["10.0.1.5", [ROUTE]]]);
});
