import { expect, test } from "@jest/globals";
import {
  type Task,
  TaskFailed,
  TaskNotFound,
  TaskStillRunning,
} from "../../../../sdk/src/platform/tasks/task";
import { failureOf } from "../../../support/until";
import { MINUTE, platform, SECOND } from "./platform";

test("a task is own to the operation that began it, not to one that only waits for it", async () => {
  const { waiter, end } = platform(() => ({ state: "RUNNING" }));
  const wait = (begunBy?: string) =>
    failureOf(waiter.wait(["t1"], { signal: end.signal, begunBy, status: () => {} }));
  const waits = [wait()];
  expect(waiter.isOwn("t1")).toBe(false);
  waits.push(wait("PATCH /routers"));
  expect(waiter.isOwn("t1")).toBe(true);
  end.abort(new Error("over"));
  await Promise.all(waits);
  expect(waiter.isOwn("t1")).toBe(true);
});

test("a wait reports at its early end a task that runs on before one that failed, with the reason, the age and the last state", async () => {
  const { wait, clock, end } = platform((id) =>
    id === "bad" ? { state: "ERROR", error: "no" } : { state: "RUNNING" },
  );
  const waiting = failureOf<TaskStillRunning>(wait("bad", "slow"));
  await clock.advance(90 * SECOND);
  end.abort(new Error("the timeout of 1m30s has passed"));
  const failure = await waiting;
  expect(failure).toBeInstanceOf(TaskStillRunning);
  expect(failure.message).toContain(
    "the timeout of 1m30s has passed: the platform's task slow had not ended after 1m30s (last state: RUNNING) [task-unfinished]",
  );
});

test.each<[Partial<Task>, string]>([
  [{ error: "Quota limit for router_count exceeded by 1" }, "Quota limit for router_count exceeded by 1"],
  [{}, "no reason was given"],
])("a task that ends in ERROR is an error with its message: %j", async (ended, reason) => {
  const { wait, within } = platform(() => ({ state: "ERROR", ...ended }));
  const failure = await within(SECOND, failureOf<TaskFailed>(wait("t1")));
  expect(failure).toBeInstanceOf(TaskFailed);
  expect(failure.message).toBe(`the platform's task failed: ${reason} (task t1) [task-failed]`);
  expect(failure.task).toMatchObject({ id: "t1", state: "ERROR" });
});

test("a task that the platform does not know fails after half a minute with an error that says what to do", async () => {
  const { wait, within, polls } = platform(() => undefined);
  const failure = await within(2 * MINUTE, failureOf<TaskNotFound>(wait("t1")));
  expect(failure).toBeInstanceOf(TaskNotFound);
  expect(failure.message).toContain("does not know its task t1 (last state: not seen yet)");
  expect(failure.message).toContain("[task-not-found]. Run `pulumi refresh`");
  expect((polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND);
});

test("a task counts as unknown only if each poll says so for half a minute", async () => {
  const { wait, within } = platform((_id, age) => {
    if (age > 5 * SECOND && age < 40 * SECOND) throw new Error("no reply");
    return age > MINUTE ? { state: "FINISHED" } : undefined;
  });
  expect(await within(5 * MINUTE, wait("t1"))).toMatchObject([{ id: "t1", state: "FINISHED" }]);
});
