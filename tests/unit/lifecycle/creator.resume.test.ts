import { describe, expect, test } from "@jest/globals";
import { failureOf } from "../../support/until";
import { args, setUp, setUpRuns } from "../resources/router/setup";

// Which router of the right name is that of an earlier run, and which one belongs to somebody else.

describe("a router of the same name that belongs to somebody else", () => {
  test.each<[string, Parameters<typeof setUpRuns>]>([
    ["that the platform refused", [{}, () => ({ status: 400, body: "{}" })]],
    ["whose task failed", [{ maxRoutersPerRegion: 0 }]],
  ])("is not used after a creation %s", async (_, set) => {
    const { platform, killed, next } = await setUpRuns(...set);
    await failureOf(killed.up(args));
    platform.routers.add(args);
    expect((await failureOf(next.up(args))).message).toMatch(
      /^a router named .* already exists .* \[router-exists\]\nNothing was created\./,
    );
  });

  test("is not used if the state has contained the stack's router before", async () => {
    const { platform, killed } = await setUpRuns();
    await killed.up(args);
    await killed.up(args);
    await killed.destroy();
    platform.routers.add(args);
    expect((await failureOf(killed.up(args))).message).toMatch(/^a router named .* already exists/);
  });
});

describe("a router of somebody else that has the name of a creation that timed out and then failed", () => {
  async function interruptedBesideForeign() {
    const started = await setUp({ taskTime: "manual", visibleWhileCreating: false });
    await failureOf(started.router.up(args, { create: "30s" }));
    const foreign = started.platform.routers.add({
      ...args,
      creator_task_id: "7c5b0f8e-8a53-4f6c-9f0e-2f1f5ad0c001",
    });
    started.platform.tasks.fail(undefined, "No capacity");
    return { ...started, foreign };
  }

  test("is not deleted by a destroy", async () => {
    const { platform, router, foreign } = await interruptedBesideForeign();
    await router.destroy();
    expect(platform.routers.all().map((one) => one.id)).toEqual([foreign.id]);
  });

  test("is not adopted by a refresh", async () => {
    const { router } = await interruptedBesideForeign();
    await router.refresh();
    expect(router.state).toBeUndefined();
  });
});
