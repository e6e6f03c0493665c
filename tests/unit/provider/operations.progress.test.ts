import { expect, test } from "@jest/globals";
import { failureOf, until } from "../../support/until";
import { args, setUp, untilTaskExists } from "../resources/router/setup";

test("the row of a resource shows why its request waits, and then its task", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  platform.faults.add("status:code=429,retryAfter=14@POST#1");
  const { ends } = await untilTaskExists(platform, router.up(args));
  const [{ id } = { id: "" }] = platform.tasks.pending();
  await until(() => router.engine.lines.some(({ text }) => text === `RUNNING, task ${id}`));
  platform.tasks.finish();
  await ends;
  const lines = router.engine.lines.filter(({ text }) => !text.startsWith("rate limited; "));
  expect(lines).toEqual(
    [
      expect.stringMatching(/^rate limited, next try at \d\d:\d\d:\d\d$/),
      `accepted, task ${id}`,
      `RUNNING, task ${id}`,
      `FINISHED, task ${id}`,
    ].map((text) => ({ urn: router.urn, text })),
  );
});

test("the line of a deletion is beside the stack, and names the resource", async () => {
  const { platform, router } = await setUp({ taskTime: "manual" });
  const created = await untilTaskExists(platform, router.up(args));
  platform.tasks.finish();
  await created.ends;
  const before = router.engine.lines.length;
  const { id } = router.state ?? {};
  const { ends } = await untilTaskExists(platform, router.destroy());
  const [task] = platform.tasks.pending();
  await until(() => router.engine.lines.length > before);
  platform.tasks.finish();
  await ends;
  expect(router.engine.lines[before]).toEqual({
    urn: undefined,
    text: `Router ${id}: accepted, task ${task?.id}`,
  });
});

test("the error of a failed task names the request that has begun it, and its id", async () => {
  const { platform, router } = await setUp();
  platform.faults.add('task-error:message="no capacity"@POST');
  const { message } = await failureOf(router.up(args));
  const [task] = platform.tasks.all();
  const request = platform.requests.find(({ method }) => method === "POST");
  expect(message).toBe(
    "the platform's task failed: no capacity " +
      `(task ${task?.id}, POST /cloud/v1/routers/1/2, request id ${request?.requestId}) [task-failed]. ` +
      "Correct the cause that the platform names and run again. " +
      "If it is not clear, give the platform's support the ids of the task and the request.",
  );
});
