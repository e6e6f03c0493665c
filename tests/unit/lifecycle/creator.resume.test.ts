import { expect, test } from "@jest/globals";
import { failureOf } from "../../support/until";
import { args, setUp } from "../resources/router/setup";

// Which router of the right name is that of an earlier run, and which one belongs to somebody else.

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

test("a destroy does not delete a router of somebody else that has the name of a creation that timed out and then failed", async () => {
  const { platform, router, foreign } = await interruptedBesideForeign();
  await router.destroy();
  expect(platform.routers.all().map((one) => one.id)).toEqual([foreign.id]);
});

test("a refresh does not adopt a router of somebody else that has the name of a creation that timed out and then failed", async () => {
  const { router } = await interruptedBesideForeign();
  await router.refresh();
  expect(router.state).toBeUndefined();
});
