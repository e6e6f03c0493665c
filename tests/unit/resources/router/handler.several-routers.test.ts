import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import { TestClock } from "../../../support/clock";
import { useCleanup } from "../../../support/handler-setup";
import { InProcessResource, startProcess } from "../../../support/in-process-resource";
import { KEY, startPlatform } from "../../../support/platform";
import { PLACE } from "./setup";

// Several routers of one program, which one provider process creates at the same time.

const { closeLater } = useCleanup();

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
