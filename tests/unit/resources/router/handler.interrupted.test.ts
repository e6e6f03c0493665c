import { expect, test } from "@jest/globals";
import { failureOf } from "../../../support/until";
import { args, open, setUp, untilTaskExists } from "./setup";

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

/** The error of a deletion with a fault, at a platform whose tasks end at once. */
async function failedDeletion(fault: string) {
  const { platform, on } = await open({ settings: { maxRetries: "0" } });
  const router = on();
  await router.up(args, { delete: "10s" });
  platform.faults.add(fault);
  return (await failureOf(router.destroy())).message;
}

test.each([
  ["whose task outlasts the timeout", "task-never-ends@DELETE", "the timeout of 10s has passed"],
  ["whose reply is lost", "reset-after@DELETE", "[connection-lost]"],
])(
  "the error of a deletion %s says that the platform may still delete the router",
  async (_, fault, text) => {
    const message = await failedDeletion(fault);
    expect(message).toContain(text);
    expect(message).toContain(MAY_STILL);
  },
);

test.each([
  ["is refused", "status:code=403@DELETE"],
  ["ends with a failed task", 'task-error:message="No."@DELETE'],
])("the error of a deletion that %s does not say so", async (_, fault) => {
  expect(await failedDeletion(fault)).not.toContain(MAY_STILL);
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
