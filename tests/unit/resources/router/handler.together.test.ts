import { afterEach, describe, expect, test } from "@jest/globals";
import { CREATE, changes, NETWORK } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import { PLACE, setUpInOneProgram, tearDown } from "./setup";

// Several routers of one program: one provider process makes them at the same time.

afterEach(tearDown);

const names = (count: number) => Array.from({ length: count }, (_, index) => `router-${index}`);

describe("many routers at once", () => {
  test("are each made, awaited and read for themselves", async () => {
    const { platform, routers } = await setUpInOneProgram(names(60));
    await Promise.all(routers.map((router) => router.up({ ...PLACE, name: router.name })));
    expect(platform.routers.all()).toHaveLength(60);
    expect(platform.count(CREATE)).toBe(60);
    for (const router of routers) {
      expect(router.outputs.name).toBe(router.name);
      expect(platform.routers.get(router.state?.id as string)?.name).toBe(router.name);
    }
  });

  test("show their lines each under its own URN", async () => {
    const { routers } = await setUpInOneProgram(names(5));
    await Promise.all(routers.map((router) => router.up({ ...PLACE, name: router.name })));
    const [{ engine }] = routers as [(typeof routers)[0]];
    for (const router of routers)
      expect(engine.lines.some((line) => line.urn === router.urn && line.text.includes("FINISHED"))).toBe(
        true,
      );
  });

  test("fail each for itself: those whose task fails leave nothing, the others are there", async () => {
    const { platform, routers } = await setUpInOneProgram(names(10), { taskTime: "manual" });
    const outcomes = Promise.allSettled(routers.map((router) => router.up({ ...PLACE, name: router.name })));
    await until(() => platform.tasks.pending().length === 10);
    platform.tasks.pending().forEach(({ id }, index) => {
      if (index % 2 === 0) platform.tasks.finish(id);
      else platform.tasks.fail(id, "No capacity");
    });
    const failed = (await outcomes).filter((outcome) => outcome.status === "rejected");
    expect(failed).toHaveLength(5);
    expect(platform.routers.all()).toHaveLength(5);
    expect(routers.filter((router) => router.state)).toHaveLength(5);
  });

  test("do not ask again for what the deployment is known not to have", async () => {
    const { platform, routers } = await setUpInOneProgram(names(10), { mode: "documented-only" });
    const ids = routers.map(({ name }) => platform.routers.add({ ...PLACE, name }).id);
    await Promise.all(
      routers.map((router, index) => router.up({ ...PLACE, routerId: ids[index] as string, routes: [] })),
    );
    platform.clearRequests();
    await Promise.all(routers.map((router) => router.refresh()));
    expect(platform.count({ method: "GET", path: "/cloud/v1/routers/1/2" })).toBe(0);
  });
});

describe("two routers of one name", () => {
  const args = { ...PLACE, name: "edge-router" };

  test("are noticed before anything is sent for the second", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"]);
    const outcomes = await Promise.allSettled(routers.map((router) => router.up(args)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(platform.count(CREATE)).toBe(1);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(String(refused?.reason.message)).toBe(
      "name: is the same as in another resource of this stack, one: each would find the other's router; " +
        'give one another name, or declare `ifExists: "create"` with both [duplicate-resource]',
    );
  });

  test("are two where ifExists says so", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"]);
    await Promise.all(routers.map((router) => router.up({ ...args, ifExists: "create" })));
    expect(platform.routers.all()).toHaveLength(2);
    expect(new Set(routers.map((router) => router.state?.id)).size).toBe(2);
  });

  test("are two also when one is made after the other, from the very same inputs", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"]);
    const twin = { ...args, ifExists: "create" };
    for (const router of routers) await router.check(twin);
    for (const router of routers) await router.up(twin);
    expect(new Set(routers.map((router) => router.state?.id)).size).toBe(2);
    expect(platform.routers.all()).toHaveLength(2);
  });

  test("are two where the configuration says so for all of them", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"], {}, { ifExists: "create" });
    for (const router of routers) await router.up(args);
    expect(platform.routers.all()).toHaveLength(2);
  });

  test("that are there already are left in peace", async () => {
    const { routers } = await setUpInOneProgram(["one", "other"]);
    for (const router of routers) await router.up({ ...args, ifExists: "create" });
    for (const router of routers) expect(await router.up(args)).toBe("same");
  });

  test("of which the making of one was interrupted are two: nobody takes the other's task for its own", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"], {
      taskTime: "manual",
      visibleWhileCreating: false,
    });
    const [one, other] = routers as [(typeof routers)[0], (typeof routers)[0]];
    const twin = { ...args, ifExists: "create" };
    await failureOf(one.up(twin, { create: "30s" }));
    platform.tasks.finish();
    const both = [one.up(twin, { create: "30s" }), other.up(twin, { create: "30s" })];
    await until(() => platform.tasks.pending().length === 1);
    platform.tasks.finish();
    await Promise.all(both);
    expect(platform.count(CREATE)).toBe(2);
    expect(new Set(routers.map((router) => router.state?.id)).size).toBe(2);
    expect(platform.routers.all()).toHaveLength(2);
  });

  test("in two regions have nothing to do with each other", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"], { taskTime: "manual" });
    const [one, other] = routers as [(typeof routers)[0], (typeof routers)[0]];
    const both = [one.up(args), other.up({ ...args, regionId: 3 })];
    await until(() => platform.tasks.pending().length === 2);
    platform.tasks.finish();
    await Promise.all(both);
    expect(platform.count(CREATE)).toBe(2);
  });

  test("wait for each other no longer than their own time-out", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"], { taskTime: "manual" });
    const [one, other] = routers as [(typeof routers)[0], (typeof routers)[0]];
    const begin = one.clock.now();
    const first = failureOf(one.up(args, { create: "60m" }));
    await until(() => platform.tasks.pending().length === 1);
    const error = await failureOf(other.up({ ...args, ifExists: "create" }, { create: "30s" }));
    expect(error.message).toContain("the timeout of 30s has passed");
    expect(one.clock.now() - begin).toBeLessThan(10 * 60_000);
    platform.tasks.fail();
    await first;
    expect(platform.count(CREATE)).toBe(1);
  });
});

test("two resources that adopt one router are noticed", async () => {
  const { platform, routers } = await setUpInOneProgram(["one", "other"]);
  const { id } = platform.routers.add({ ...PLACE, name: "shared" });
  const [one, other] = routers as [(typeof routers)[0], (typeof routers)[0]];
  await one.up({ ...PLACE, routerId: id, routes: [] });
  const error = await failureOf(
    other.up({ ...PLACE, routerId: id.toUpperCase(), externalGatewayInfo: null }),
  );
  expect(error.message).toBe(
    "routerId: is the same as in another resource of this stack, one: both would change the same router, so declare it once [duplicate-resource]",
  );
});

describe("an account that two resources use", () => {
  test("is one: they share its connections and its memory of what the deployment can", async () => {
    const { platform, routers } = await setUpInOneProgram(["one", "other"], { taskPath: "/cloud/v1/tasks" });
    const [one, other] = routers as [(typeof routers)[0], (typeof routers)[0]];
    await one.up({ ...PLACE, name: "one-router" });
    platform.clearRequests();
    await other.up({ ...PLACE, name: "other-router", externalGatewayInfo: { networkId: NETWORK } });
    expect(platform.requests.filter(({ path }) => path.startsWith("/v1/tasks"))).toEqual([]);
    expect(changes(platform)).toHaveLength(1);
  });
});
