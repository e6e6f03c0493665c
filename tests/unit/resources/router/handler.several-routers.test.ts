import { describe, expect, test } from "@jest/globals";
import { CREATE, changes, createRouter, NETWORK } from "../../../support/platform";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { args, PLACE, setUpInOneProgram, setUpTwo } from "./setup";

// Several routers of one program, which one provider process creates at the same time.

const names = (count: number) => Array.from({ length: count }, (_, index) => `router-${index}`);

describe("many routers at once", () => {
  test("fail independently: those whose task fails are not in the state, the others are", async () => {
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

  test("do not request a missing operation again", async () => {
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

describe("two routers with one name", () => {
  test("are created if ifExists is create in the configuration", async () => {
    const { platform, one, other } = await setUpTwo({ settings: { ifExists: "create" } });
    for (const router of [one, other]) await router.up(args);
    expect(platform.routers.all()).toHaveLength(2);
  });

  test("whose creations were interrupted remain two: each continues with its own task", async () => {
    const { platform, one, other } = await setUpTwo({
      taskTime: "manual",
      visibleWhileCreating: false,
    });
    const duplicate = { ...args, ifExists: "create" };
    await failureOf(one.up(duplicate, { create: "30s" }));
    platform.tasks.finish();
    const both = [one.up(duplicate, { create: "30s" }), other.up(duplicate, { create: "30s" })];
    await until(() => platform.tasks.pending().length === 1);
    platform.tasks.finish();
    await Promise.all(both);
    expect(platform.count(CREATE)).toBe(2);
    expect(one.state?.id).not.toBe(other.state?.id);
    expect(platform.routers.all()).toHaveLength(2);
  });

  test("in two regions are independent", async () => {
    const { platform, one, other } = await setUpTwo({ taskTime: "manual" });
    const both = [one.up(args), other.up({ ...args, regionId: 3 })];
    await until(() => platform.tasks.pending().length === 2);
    platform.tasks.finish();
    await Promise.all(both);
    expect(platform.count(CREATE)).toBe(2);
  });
});

test("a router that somebody else creates meanwhile is adopted, also if another creation has read the list before", async () => {
  const isListOfUnfinished = ({ path }: ReceivedRequest) => path.includes("state=NEW");
  const { platform, one, other } = await setUpTwo({
    taskTime: "manual",
    visibleWhileCreating: false,
    faultFor(request) {
      if (isListOfUnfinished(request)) platform.tasks.finish();
      return undefined;
    },
  });
  await createRouter(platform, "shared");
  const [theirs] = platform.tasks.pending();
  const adopting = one.up({ ...PLACE, name: "shared", ifExists: "adopt" });
  const creating = other.up({ ...PLACE, name: "other-router" });
  await until(() => platform.tasks.pending().some(({ id }) => id !== theirs?.id));
  platform.tasks.finish();
  await Promise.all([adopting, creating]);
  expect(platform.routers.all().map(({ name }) => name)).toEqual(["shared", "other-router"]);
  expect(one.state?.id).toBe(platform.routers.all()[0]?.id);
});

test("routers with ifExists adopt are created side by side: none waits for the tasks of the others", async () => {
  const { platform, one, other } = await setUpTwo({ taskTime: "manual", visibleWhileCreating: false });
  const both = [one, other].map((router, index) =>
    router.up({ ...PLACE, name: `router-${index}`, ifExists: "adopt" }),
  );
  await until(() => platform.tasks.pending().length === 2);
  platform.tasks.finish();
  await Promise.all(both);
  expect(platform.count(CREATE)).toBe(2);
});

describe("an account of two resources", () => {
  test("is shared, with its connections and what it knows of the deployment", async () => {
    const { platform, one, other } = await setUpTwo({ taskPath: "/cloud/v1/tasks" });
    for (const name of ["one-router", "renamed", "renamed-again"]) await one.up({ ...PLACE, name });
    platform.clearRequests();
    await other.up({ ...PLACE, name: "other-router", externalGatewayInfo: { networkId: NETWORK } });
    expect(platform.requests.filter(({ path }) => path.startsWith("/v1/tasks"))).toEqual([]);
    expect(changes(platform)).toHaveLength(1);
  });
});
