import { afterEach, describe, expect, test } from "@jest/globals";
import { LAB } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PLACE, setUp, setUpFaulty, tearDown } from "./setup";

afterEach(tearDown);

const args = { ...PLACE, name: "edge-router" };

describe("a router of the same name that belongs to somebody else", () => {
  async function setUpInterruptedBesideForeign() {
    const started = await setUp({ taskTime: "manual", visibleWhileCreating: false });
    await failureOf(started.router.up(args, { create: "30s" }));
    const foreign = started.platform.routers.add({
      ...args,
      creator_task_id: "7c5b0f8e-8a53-4f6c-9f0e-2f1f5ad0c001",
    });
    started.platform.tasks.fail(undefined, "No capacity");
    return { ...started, foreign };
  }

  test("is not deleted if the creation of the stack's own router has failed", async () => {
    const { platform, router, foreign } = await setUpInterruptedBesideForeign();
    await router.destroy();
    expect(platform.routers.all().map((one) => one.id)).toEqual([foreign.id]);
  });

  test("is not adopted by a refresh", async () => {
    const { router } = await setUpInterruptedBesideForeign();
    await router.refresh();
    expect(router.state).toBeUndefined();
  });
});

describe("a deletion that the platform refuses", () => {
  test("for a reason that has nothing to do with subnets leaves the subnets attached", async () => {
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
  test("keeps the name of its router", async () => {
    const { router, another } = await setUp();
    await router.up(PLACE);
    const moved = another("elsewhere");
    moved.state = router.state;
    expect(await moved.up(PLACE)).toBe("same");
  });
});

describe("a changed customTimeouts", () => {
  test("is written to the state if a later operation reads it from there", async () => {
    const { router } = await setUp();
    await router.up(args, { delete: "1m" });
    expect(await router.up(args, { delete: "2m" })).toBe("update");
    expect(router.state?.outputs.__timeouts).toEqual({ delete: "2m" });
  });

  test("is not a change if it concerns only operations that get their inputs", async () => {
    const { router } = await setUp();
    await router.up(args, { create: "1m" });
    expect(await router.up(args, { create: "2m" })).toBe("same");
  });
});
