import { afterEach, describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { TestClock } from "../../../support/clock";
import { InProcessResource, startProcess } from "../../../support/in-process-resource";
import { KEY, startPlatform } from "../../../support/platform";
import { PLACE } from "./setup";

// How many requests each operation costs, where ten run at once and tasks take 8 s ± 20 %.

const COUNT = 10;

/** The length of a task, in milliseconds of the tests' clock. */
const lengthOf = (index: number) => 6_400 + ((index * 1_733) % 3_200);

let platform: Simulator;

afterEach(() => platform.close());

/** A machine on which each run of a program has a process of its own, and ten routers. */
async function setUp(options: SimulatorOptions = {}) {
  const clock = new TestClock();
  const planned = new Set<string>();
  const onRequest = () => {
    for (const { id } of platform.tasks.pending()) {
      if (planned.has(id)) continue;
      const length = lengthOf(planned.size);
      planned.add(id);
      void clock.sleep(length).then(() => platform.tasks.finish(id));
    }
  };
  platform = await startPlatform({ taskTime: "manual", now: () => clock.wallTime(), onRequest, ...options });
  let routers: InProcessResource[] = [];

  /** One run; the requests of earlier ones are forgotten. */
  return async (work: (router: InProcessResource, index: number) => Promise<unknown>) => {
    const process = startProcess({ clock });
    const place = { baseUrl: platform.url, apiKey: KEY, process };
    routers = Array.from({ length: COUNT }, (_, index) => {
      const router = new InProcessResource(handler, place, `router-${index}`);
      router.state = routers[index]?.state;
      return router;
    });
    platform.clearRequests();
    await Promise.all(routers.map(work));
  };
}

const create = (router: InProcessResource) => router.up({ ...PLACE, name: router.name });
const rename = (router: InProcessResource) => router.up({ ...PLACE, name: `${router.name}-renamed` });
const destroy = (router: InProcessResource) => router.destroy();

const perRouter = () => platform.requests.length / COUNT;
const lists = () => platform.count({ method: "GET", path: "/cloud/v1/tasks" });
const polls = () => platform.count({ method: "GET", path: /^\/(cloud\/)?v1\/tasks\/./ });
const names = () => platform.routers.all().map(({ name }) => name);

describe("ten routers at once", () => {
  test("cost at most 6 requests each to create, 5 to rename and 3 to delete", async () => {
    const run = await setUp();
    await run(create);
    // One list before each creation, and one after it for a second router of the name.
    expect(platform.count({ method: "GET", path: "/cloud/v1/routers/1/2" })).toBe(2 * COUNT);
    expect(names()).toHaveLength(COUNT);
    expect(perRouter()).toBeLessThanOrEqual(6);

    await run(rename);
    expect(names().every((name) => name.endsWith("-renamed"))).toBe(true);
    // One read before each change, and one after it.
    expect(platform.count({ method: "GET", path: /^\/cloud\/v1\/routers\/1\/2\/./ })).toBe(2 * COUNT);
    expect(platform.count({ method: "GET", path: "/cloud/v1/routers/1/2" })).toBe(0);
    expect(perRouter()).toBeLessThanOrEqual(5);

    await run(destroy);
    expect(names()).toEqual([]);
    expect(perRouter()).toBeLessThanOrEqual(3);
  });

  test("cost at most one poll each if an earlier run showed the usual time", async () => {
    const run = await setUp();
    for (const work of [create, destroy, create]) await run(work);
    expect(names()).toHaveLength(COUNT);
    expect(lists() + polls()).toBeLessThanOrEqual(COUNT);
  });

  test("are awaited one by one where the deployment does not list tasks", async () => {
    const run = await setUp({ mode: "documented-only" });
    const ids = Array.from({ length: COUNT }, () => platform.routers.add({ ...PLACE }).id);
    await run((router, index) =>
      router.up({ ...PLACE, routerId: ids[index] as string, name: `new-${index}` }),
    );
    expect(names().every((name) => name.startsWith("new-"))).toBe(true);
    expect(lists()).toBe(1);
    expect(polls()).toBeGreaterThan(COUNT);
  });
});
