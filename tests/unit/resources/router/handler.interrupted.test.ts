import { expect, test } from "@jest/globals";
import { failureOf } from "../../../support/until";
import { args, open, setUp, untilTaskExists } from "./setup";

// How long a run waits, and what its errors say of a deletion. The simulation has what interrupted runs leave.

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

const MAY_STILL = "the platform may still delete it, or has deleted parts of it: run `pulumi up --refresh`";

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
