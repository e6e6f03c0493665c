import { describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../../../simulator/src";
import { MemoryRecordStore } from "../../../support/in-process-resource";
import { changes, LAB, OFFICE } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { args as named, open, PLACE, ROUTE, setUp, setUpCreated } from "./setup";

// A new address of the router in a subnet takes up to five requests: the routes that need the subnet are removed, the subnet is
// detached and attached, and the routes are set again. Whatever fails or ends in between, the next run restores the routes.

const args = {
  ...named,
  interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }],
  routes: [ROUTE],
};
const moved = { ...args, interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.6" }] };

const PATCH = "PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}";
const ATTACH = "POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/attach";
const DETACH = "POST /cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach";

const routerOf = (platform: Simulator) => {
  const [router] = platform.routers.all();
  return {
    routes: router?.routes,
    addresses: router?.interfaces.flatMap((port) => port.ip_assignments.map(({ ip_address }) => ip_address)),
  };
};

/** Each request of the change. The platform refuses two attempts to detach the subnet itself, because of the route. */
const REFUSED = [`${PATCH}#1`, `${DETACH}#2`, `${ATTACH}#1`, `${PATCH}#2`];

/** Ways in which the run ends at a request: it fails, or it fails and Pulumi cannot save its result, or it is killed. */
const ENDS = {
  "is refused": { fault: "status:code=403", isSaved: true },
  "is refused, and whose result Pulumi could not save,": { fault: "status:code=403" },
  "fails with a lost reply, and whose result Pulumi could not save,": { fault: "reset-after" },
  "is killed": { fault: "reset-after", isKilled: true },
};

interface End {
  fault: string;
  /** The state is that of the failed run. Otherwise it is that of the run before. */
  isSaved?: boolean;
  /** The disk is as it was at the last request. */
  isKilled?: boolean;
}

/** A run that changes the address and ends at a request, and the resource of the next run. */
async function endedAt(request: string, { fault, isSaved, isKilled }: End) {
  const disk = new MemoryRecordStore();
  let atLastRequest = disk;
  const { platform, on } = await open({
    onRequest: ({ method }) => {
      if (method !== "GET") atLastRequest = disk.copy();
    },
  });
  const ending = on(undefined, disk);
  await ending.up(args);
  const [before] = platform.routers.all();
  const saved = structuredClone(ending.state);
  platform.faults.add(`${fault}@${request}`);
  await failureOf(ending.up(moved, { update: "10s" }));
  platform.faults.clear();
  const router = isKilled ? on(undefined, atLastRequest) : ending;
  if (saved && !isSaved) router.state = saved;
  return { platform, router, before };
}

describe.each(Object.entries<End>(ENDS))("a new address whose run %s half-way", (_, end) => {
  test.each(REFUSED.flatMap((request) => [[request, args] as const, [request, moved] as const]))(
    "at %s is completed by the next run, or reverted if the program is",
    async (request, next) => {
      const { platform, router } = await endedAt(request, end);
      await router.up(next);
      expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: [next.interfaces[0]?.ipAddress] });
      expect(await router.up(next)).toBe("same");
    },
  );
});

describe("a new address of a subnet that the platform does not detach", () => {
  test("restores the routes in the same run if they were not the reason", async () => {
    const { platform, router } = await setUpCreated(args);
    platform.faults.add(`status:code=403@${DETACH}#2`);
    await failureOf(router.up(moved));
    const patches = changes(platform).filter(([call]) => call.startsWith("PATCH"));
    expect(patches.map(([, body]) => body)).toEqual([{ routes: [] }, { routes: [ROUTE] }]);
    expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
  });

  test("leaves routes that the program does not declare", async () => {
    const { routes: _, ...withoutRoutes } = args;
    const { platform, router, id } = await setUpCreated(withoutRoutes);
    platform.routers.change(id, { routes: [ROUTE] });
    const { message } = await failureOf(router.up({ ...withoutRoutes, interfaces: moved.interfaces }));
    expect(message).toContain("is used by the route to 192.168.7.0/24");
    expect(changes(platform).filter(([call]) => call.startsWith("PATCH"))).toEqual([]);
    expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
  });
});

describe("a new address whose run is killed without the routes, and that is then read", () => {
  const killed = async () => {
    const ended = await endedAt(ATTACH, { fault: "status:code=403", isKilled: true });
    expect(routerOf(ended.platform)).toEqual({ routes: [], addresses: [] });
    return ended;
  };

  test("by a refresh that is only previewed, is still repaired by the next run", async () => {
    const { platform, router } = await killed();
    await router.readObject();
    await router.up(args);
    expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
    expect(await router.up(args)).toBe("same");
  });

  test("by a refresh, shows no other change once the platform is as declared", async () => {
    const { platform, router } = await killed();
    await router.refresh();
    await router.up(args);
    expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
    expect(await router.preview(args)).toBe("same");
  });

  test("by a refresh that finds the old values, shows no change", async () => {
    const { platform, router, before } = await killed();
    platform.routers.change(String(before?.id), { routes: [ROUTE], interfaces: before?.interfaces ?? [] });
    await router.refresh();
    await router.restart();
    expect(await router.preview(args)).toBe("same");
  });
});

test("routes that a killed run has declared first are removed by the next run if the program is reverted", async () => {
  const disk = new MemoryRecordStore();
  let atPatch = disk;
  const { platform, on } = await open({
    onRequest: ({ method }) => {
      if (method === "PATCH") atPatch = disk.copy();
    },
  });
  const killed = on(undefined, disk);
  const { routes, ...before } = args;
  await killed.up(before);
  const saved = structuredClone(killed.state);
  await killed.up({ ...before, routes });
  expect(routerOf(platform).routes).toEqual([ROUTE]);
  const router = on(undefined, atPatch);
  if (saved) router.state = saved;
  await router.up(before);
  expect(routerOf(platform).routes).toEqual([]);
  expect(await router.up(before)).toBe("same");
});

describe("a run that repairs what a killed run has left", () => {
  /** The routes are removed, and the state does not know it. */
  const afterKill = async () => {
    const { platform, router } = await endedAt(`${PATCH}#1`, ENDS["is killed"]);
    expect(routerOf(platform).routes).toEqual([]);
    return { platform, router };
  };

  test.each(["status:code=403@GET", "status:code=403@PATCH", "reset-after@PATCH"])(
    "and fails with %s, too, leaves the repair to the next one",
    async (fault) => {
      const { platform, router } = await afterKill();
      platform.faults.add(fault);
      await failureOf(router.up(args, { update: "10s" }));
      platform.faults.clear();
      await router.up(args);
      expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
      expect(await router.up(args)).toBe("same");
    },
  );

  test("waits for the task of the killed run, also if the program is reverted", async () => {
    const { platform, on } = await open({ taskTime: "manual" });
    const disk = new MemoryRecordStore();
    const killed = on(undefined, disk);
    const creating = killed.up(named);
    await until(() => platform.tasks.pending().length > 0);
    platform.tasks.finish();
    await creating;
    const saved = structuredClone(killed.state);
    void killed.up({ ...PLACE, name: "renamed" }).catch(() => {});
    await until(() => platform.tasks.pending().length > 0);
    const router = on(undefined, disk.copy());
    if (saved) router.state = saved;
    const reverting = router.up(named);
    await until(() => platform.count({ path: /tasks/ }) > 4);
    const worker = setInterval(() => platform.tasks.finish(), 20);
    await reverting.finally(() => clearInterval(worker));
    expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
  });
});

describe("a replacement with deleteBeforeReplace", () => {
  test.each(["status:code=403@POST", "reset-before@POST", "reset-after@POST", "task-error@POST"])(
    "whose creation fails with %s creates one router in the next run",
    async (fault) => {
      const { platform, router } = await setUp({}, { maxRetries: "0" });
      await router.up(args);
      platform.faults.add(fault);
      await router.replaceBy(args, { deleteBeforeReplace: true }).catch(() => {});
      platform.faults.clear();
      if (router.state?.pendingReplacement) await router.replaceBy(args, { deleteBeforeReplace: true });
      else await router.up(args);
      expect(platform.routers.all()).toMatchObject([{ id: router.state?.id, name: "edge-router" }]);
      expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
    },
  );
});

describe("a deletion that is refused also without routes and subnets", () => {
  const refuseTwice = async () => {
    const { platform, router } = await setUpCreated(args, { deleteWithSubnets: false });
    platform.faults.add('status:code=400,message="The router is protected."@DELETE#2');
    return { platform, router };
  };

  test("puts them back, and says so", async () => {
    const { platform, router } = await refuseTwice();
    const { message } = await failureOf(router.destroy());
    expect(message).toContain("which were put back");
    expect(message).toContain("The router is protected.");
    expect(routerOf(platform)).toMatchObject({ routes: [ROUTE], addresses: [expect.anything()] });
    platform.clearRequests();
    expect(await router.up(args)).toBe("same");
    expect(changes(platform)).toEqual([]);
  });

  test("lets the next run put them back, if they cannot be put back at once", async () => {
    const { platform, router } = await refuseTwice();
    platform.faults.add(`status:code=403@${ATTACH}`);
    const { message } = await failureOf(router.destroy());
    expect(message).toContain("they could not be put back");
    expect(routerOf(platform)).toEqual({ routes: [], addresses: [] });
    platform.faults.clear();
    expect(await router.up(args)).toBe("update");
    expect(routerOf(platform)).toEqual({ routes: [ROUTE], addresses: ["10.0.1.5"] });
    expect(await router.up(args)).toBe("same");
  });

  test.each([
    "The router's ports have floating IPs.",
    "The quota of subnets is checked.",
    "Router is locked by a port update",
  ])("does not happen because of a sentence with a word about them: %s", async (sentence) => {
    const { platform, router } = await setUpCreated(args);
    platform.faults.add(`status:code=400,message="${sentence}"@DELETE`);
    const { message } = await failureOf(router.destroy());
    expect(message).toContain(sentence);
    expect(changes(platform).map(([call]) => call)).toEqual(["DELETE /cloud/v1/routers/1/2/{id}"]);
  });
});

describe("an adoption that the platform refuses", () => {
  test.each([
    ["by its reply", "status:code=403@PATCH"],
    ["by its task", "task-error@PATCH"],
  ])("%s leaves the router to its owner", async (_, fault) => {
    const { platform, router } = await setUp();
    platform.routers.add(named);
    platform.faults.add(fault);
    await failureOf(router.up({ ...args, interfaces: [], ifExists: "adopt" }));
    expect(router.state).toBeUndefined();
    platform.faults.clear();
    await router.up({ ...args, interfaces: [{ subnetId: LAB }, ...args.interfaces], ifExists: "adopt" });
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});
