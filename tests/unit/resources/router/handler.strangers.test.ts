import { afterEach, describe, expect, test } from "@jest/globals";
import { LAB } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PLACE, setUp, setUpFaulty, tearDown } from "./setup";

afterEach(tearDown);

const args = { ...PLACE, name: "edge-router" };

describe("a router of the same name that somebody else has made", () => {
  async function interruptedBesideAStranger() {
    const started = await setUp({ taskTime: "manual", visibleWhileCreating: false });
    await failureOf(started.router.up(args, { create: "30s" }));
    const stranger = started.platform.routers.add({
      ...args,
      creator_task_id: "7c5b0f8e-8a53-4f6c-9f0e-2f1f5ad0c001",
    });
    started.platform.tasks.fail(undefined, "No capacity");
    return { ...started, stranger };
  }

  test("is not deleted in place of the one whose creation has failed", async () => {
    const { platform, router, stranger } = await interruptedBesideAStranger();
    await router.destroy();
    expect(platform.routers.all().map((one) => one.id)).toEqual([stranger.id]);
  });

  test("is not taken over by a refresh", async () => {
    const { router } = await interruptedBesideAStranger();
    await router.refresh();
    expect(router.state).toBeUndefined();
  });
});

describe("a deletion that the platform refuses", () => {
  test("for a reason that has nothing to do with subnets leaves the router's network as it is", async () => {
    let inUse = true;
    const { platform, router } = await setUpFaulty(({ method }) =>
      method === "DELETE" && inUse
        ? { status: 409, headers: {}, body: '{"message":"The cluster k8s uses it."}' }
        : undefined,
    );
    await router.up({ ...args, interfaces: [{ subnetId: LAB }] });
    const error = await failureOf(router.destroy());
    expect(error.message).toContain("The cluster k8s uses it.");
    expect(platform.routers.all()[0]?.interfaces).toHaveLength(1);
    inUse = false;
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a resource that is moved in the program", () => {
  test("keeps the name that its router was given first", async () => {
    const { router, another } = await setUp();
    await router.up(PLACE);
    const moved = another("elsewhere");
    moved.state = router.state;
    expect(await moved.up(PLACE)).toBe("same");
  });
});

describe("a change of customTimeouts alone", () => {
  test("reaches the state where a later operation is told nothing else", async () => {
    const { router } = await setUp();
    await router.up(args, { delete: "1m" });
    expect(await router.up(args, { delete: "2m" })).toBe("update");
    expect(router.state?.outputs.__timeouts).toEqual({ delete: "2m" });
  });

  test("is no change where it only concerns operations that are told of it", async () => {
    const { router } = await setUp();
    await router.up(args, { create: "1m" });
    expect(await router.up(args, { create: "2m" })).toBe("same");
  });
});
