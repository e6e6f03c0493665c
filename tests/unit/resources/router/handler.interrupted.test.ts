import { expect, test } from "@jest/globals";
import { failureOf, until } from "../../../support/until";
import { args, open, setUp, untilTaskExists, WHOLE } from "./setup";

// What a run that timed out, failed or was killed leaves, where that is particular to a router.
// tests/unit/lifecycle/runner.test.ts has every end of each request of a made-up resource.

test.each([{ update: "1s" }, { create: "0s" }])(
  "the setting taskTimeout limits a creation whose customTimeouts are %j",
  async (own) => {
    const { router } = await setUp({ taskTime: "manual" }, { taskTimeout: "50s" });
    expect((await failureOf(router.up(args, own))).message).toContain("the timeout of 50s has passed");
  },
);

test("a timeout may be longer than any timer of JavaScript", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  const { ends } = await untilTaskExists(platform, router.up(args, { create: "10000h" }));
  platform.tasks.finish();
  expect(await ends).toBe("create");
  for (const pause of router.clock.pauses) expect(pause).toBeLessThan(2 ** 31);
});

const MAY_STILL = "the platform may still delete it: run `pulumi up --refresh`";

test.each([
  ["says", "whose task outlasts the timeout", "task-never-ends@DELETE", "the timeout of 10s has passed"],
  ["says", "whose reply is lost", "reset-after@DELETE", "[connection-lost]"],
  ["does not say", "is refused", "status:code=403@DELETE", "[forbidden]"],
  ["does not say", "ends with a failed task", 'task-error:message="No."@DELETE', "[task-failed]"],
])("it %s that the platform may still delete the router if the deletion %s", async (says, _, fault, text) => {
  const { platform, on } = await open({ settings: { maxRetries: "0" } });
  const router = on();
  await router.up(args, { delete: "10s" });
  platform.faults.add(fault);
  const { message } = await failureOf(router.destroy());
  expect(message).toContain(text);
  expect(message.includes(MAY_STILL)).toBe(says === "says");
});

test("the error of a deletion that waits for the task of a change until the timeout does not say so", async () => {
  const { platform, router } = await setUp();
  await router.up(args, { delete: "10s" });
  platform.faults.add("task-never-ends@PATCH");
  await failureOf(router.up({ ...args, name: "renamed" }, { update: "10s", delete: "10s" }));
  const { message } = await failureOf(router.destroy());
  expect(message).toContain("[task-unfinished]");
  expect(message).not.toContain(MAY_STILL);
});

test("what a creation that timed out has set goes with the inputs that the program removes then", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  await failureOf(router.up(WHOLE, { create: "10s" }));
  const { routes } = WHOLE;
  const names = ["name", "externalGatewayInfo", "interfaces", "routes"];
  expect(router.state).toMatchObject({ outputs: { routes, __unsure: expect.arrayContaining(names) } });
  let isOver = false;
  const up = router.up(args).finally(() => {
    isOver = true;
  });
  await until(() => {
    platform.tasks.finish();
    return isOver;
  });
  expect(await up).toBe("update");
  expect(platform.routers.all()).toMatchObject([{ routes: [], interfaces: [] }]);
});

test("a creation that timed out has no equal router of somebody else, while the platform hides its own one", async () => {
  const { platform, router } = await setUp({ taskTime: "manual", visibleWhileCreating: false });
  const { ends } = await untilTaskExists(platform, failureOf(router.up(args, { create: "10s" })));
  const { id } = platform.routers.add({ ...args, name: args.name });
  expect((await ends).message).toContain("[task-unfinished]");
  expect(JSON.stringify(router.state)).not.toContain(id);
  platform.tasks.finish();
  expect(await router.up(args)).toBe("replace");
  expect(router.state?.id).not.toBe(id);
});
