import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { RouterRecord } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource, startProcess } from "../../../support/in-process-resource";
import { CREATE, createRouter, KEY, OFFICE, startPlatform } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { args, PLACE, ROUTE, setUp, setUpTwo, untilTaskExists } from "./setup";

// Several routers of one program, which one provider process creates at the same time.

const { closeLater } = useCleanup();

test.each([
  ["of one name in two regions", args, { ...args, regionId: 3 }],
  [
    "with ifExists adopt",
    { ...PLACE, name: "router-1", ifExists: "adopt" },
    { ...PLACE, name: "router-2", ifExists: "adopt" },
  ],
])(
  "two routers %s are created side by side: none waits for the task of the other",
  async (_, first, second) => {
    const { platform, one, other } = await setUpTwo({ taskTime: "manual", visibleWhileCreating: false });
    const both = [one.up(first), other.up(second)];
    await until(() => platform.tasks.pending().length === 2);
    platform.tasks.finish();
    await Promise.all(both);
    expect(platform.count(CREATE)).toBe(2);
  },
);

test("a router that somebody else creates meanwhile is adopted, also if another creation has read the list before", async () => {
  const { platform, one, other } = await setUpTwo({
    taskTime: "manual",
    visibleWhileCreating: false,
    faultFor({ path }) {
      if (path.includes("state=NEW")) platform.tasks.finish();
      return undefined;
    },
  });
  await createRouter(platform, "shared");
  const [theirs] = platform.tasks.pending();
  const both = [
    one.up({ ...PLACE, name: "shared", ifExists: "adopt" }),
    other.up({ ...PLACE, name: "other-router" }),
  ];
  await until(() => platform.tasks.pending().some(({ id }) => id !== theirs?.id));
  platform.tasks.finish();
  await Promise.all(both);
  expect(platform.routers.all().map(({ name }) => name)).toEqual(["shared", "other-router"]);
  expect(one.state?.id).toBe(platform.routers.all()[0]?.id);
});

test("a router that another one of the program renames is not adopted", async () => {
  const { platform, one, other } = await setUpTwo({ taskTime: "manual" });
  const { ends } = await untilTaskExists(platform, one.up(args));
  platform.tasks.finish();
  await ends;
  const [{ id }] = platform.routers.all() as [RouterRecord];
  const both = [one.up({ ...args, name: "renamed" }), other.up({ ...args, ifExists: "adopt" })];
  await until(() => platform.tasks.pending().length === 2);
  platform.tasks.finish();
  await Promise.all(both);
  expect(platform.routers.all()).toMatchObject([
    { id, name: "renamed" },
    { id: other.state?.id, name: "edge-router" },
  ]);
});

test("a retry of a failed adoption adopts the same router", async () => {
  const { platform, one } = await setUpTwo();
  const { id } = platform.routers.add(args);
  const declared = { ...args, ifExists: "adopt", routes: [ROUTE], interfaces: [{ subnetId: OFFICE }] };
  platform.faults.add("status:code=403@POST#1");
  // A hook of the program makes the engine call `create` again, with the inputs that `check` has returned.
  const { inputs } = await one.check(declared);
  await failureOf(one.createChecked(inputs));
  await one.createChecked(inputs);
  expect(platform.routers.all()).toMatchObject([{ id, routes: [ROUTE] }]);
});

test("with ifExists adopt, an unfinished creation of a router that is listed under another name is not awaited", async () => {
  const { platform, router, another } = await setUp();
  platform.faults.add("task-never-ends@POST#1");
  await failureOf(router.up({ ...args, name: "stuck" }, { create: "10s" }));
  await another("another").up({ ...args, ifExists: "adopt" }, { create: "10s" });
  expect(platform.routers.all().map(({ name }) => name)).toEqual(["stuck", "edge-router"]);
});

const COUNT = 10;

/** A machine on which each run has a process of its own, and ten routers, whose tasks take 8 s ± 20 %. */
async function setUpTenRouters() {
  const clock = new TestClock();
  const planned = new Set<string>();
  const onRequest = () => {
    for (const { id } of platform.tasks.pending().filter((task) => !planned.has(task.id))) {
      const length = 6_400 + ((planned.size * 1_733) % 3_200);
      planned.add(id);
      void clock.sleep(length).then(() => platform.tasks.finish(id));
    }
  };
  const platform = closeLater(
    await startPlatform({ taskTime: "manual", now: () => clock.wallTime(), onRequest }),
  );
  let routers: InProcessResource[] = [];

  /** One run; the requests of earlier ones are forgotten. */
  const run = async (work: (router: InProcessResource) => Promise<unknown>) => {
    const place = { baseUrl: platform.url, apiKey: KEY, process: startProcess({ clock }) };
    routers = Array.from({ length: COUNT }, (_, index) => {
      const router = new InProcessResource(handler, place, `router-${index}`);
      router.state = routers[index]?.state;
      return router;
    });
    platform.clearRequests();
    await Promise.all(routers.map(work));
  };
  const lists = () => platform.count({ method: "GET", path: "/cloud/v1/routers/1/2" });
  const names = () => platform.routers.all().map(({ name }) => name);
  return { platform, run, lists, names, perRouter: () => platform.requests.length / COUNT };
}

const create = (router: InProcessResource) => router.up({ ...PLACE, name: router.name });
const destroy = (router: InProcessResource) => router.destroy();

test("ten routers at once cost at most 6 requests each to create, 5 to rename and 3 to delete", async () => {
  const { platform, run, lists, names, perRouter } = await setUpTenRouters();
  await run(create);
  expect(lists()).toBe(COUNT);
  expect(names()).toHaveLength(COUNT);
  expect(perRouter()).toBeLessThanOrEqual(6);

  await run((router) => router.up({ ...PLACE, name: `${router.name}-renamed` }));
  expect(names().every((name) => name.endsWith("-renamed"))).toBe(true);
  // One read before each change, and one after it.
  expect(platform.count({ method: "GET", path: /^\/cloud\/v1\/routers\/1\/2\/./ })).toBe(2 * COUNT);
  expect(lists()).toBe(0);
  expect(perRouter()).toBeLessThanOrEqual(5);

  await run(destroy);
  expect(names()).toEqual([]);
  expect(perRouter()).toBeLessThanOrEqual(3);
});

test("ten routers at once cost at most one poll each if an earlier run showed the usual time", async () => {
  const { platform, run, names } = await setUpTenRouters();
  for (const work of [create, destroy, create]) await run(work);
  expect(names()).toHaveLength(COUNT);
  expect(platform.count({ method: "GET", path: /^\/(cloud\/)?v1\/tasks(\/|$)/ })).toBeLessThanOrEqual(COUNT);
});
