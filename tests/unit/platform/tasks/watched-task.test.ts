import { describe, expect, test } from "@jest/globals";
import {
  type Task,
  TaskFailed,
  TaskNotFound,
  TaskStillRunning,
} from "../../../../sdk/src/platform/tasks/task";
import { endOf, failureOf } from "../../../support/until";
import { MINUTE, platform, SECOND } from "./platform";

describe("a task that is awaited", () => {
  test.each<[what: string, ended: Partial<Task>, reason: string]>([
    [
      "the platform's message",
      { error: "Quota limit for router_count exceeded by 1" },
      "Quota limit for router_count exceeded by 1",
    ],
    ["that there is no reason", {}, "no reason was given"],
  ])("and ends in ERROR is an error with %s", async (_, ended, reason) => {
    const { wait, within } = platform(() => ({ state: "ERROR", ...ended }));
    const failure = await within(SECOND, failureOf<TaskFailed>(wait("t1")));
    expect(failure).toBeInstanceOf(TaskFailed);
    expect(failure.message).toBe(`the platform's task failed: ${reason} (task t1) [task-failed]`);
    expect(failure.task).toMatchObject({ id: "t1", state: "ERROR" });
  });

  test.each(["PENDING", "PAUSED", "finished", "CANCELLED", ""])(
    "has not ended in an unknown state: “%s”",
    async (state) => {
      const { wait, clock, within } = platform((_id, age) => ({ state: age > MINUTE ? "FINISHED" : state }));
      const waiting = wait("t1");
      const isOver = endOf(waiting);
      await clock.advance(MINUTE);
      expect(isOver()).toBe(false);
      expect(await within(MINUTE, waiting)).toHaveLength(1);
    },
  );

  test("is polled again after failures, and shows them", async () => {
    const { wait, within, lines } = platform((_id, age) =>
      age < 3 * MINUTE
        ? new Error("GET /v1/tasks/t1 was answered 500: out of order\nadvice")
        : { state: "FINISHED" },
    );
    expect(await within(5 * MINUTE, wait("t1"))).toHaveLength(1);
    expect(lines[1]).toBe(
      "accepted, task t1 (last poll failed: GET /v1/tasks/t1 was answered 500: out of order)",
    );
    expect(lines.join()).not.toContain("advice");
  });

  test("is shown at once, and then its state, without an age that would stand still", async () => {
    const { wait, within, lines } = platform((_id, age) => ({
      state: age < 5 * SECOND ? "NEW" : age < 20 * SECOND ? "RUNNING" : "FINISHED",
    }));
    const waiting = wait("t1");
    expect(lines).toEqual(["accepted, task t1"]);
    await within(MINUTE, waiting);
    expect([...new Set(lines)]).toEqual([
      "accepted, task t1",
      "NEW, task t1",
      "RUNNING, task t1",
      "FINISHED, task t1",
    ]);
  });

  test("at the end of the time is an error with the reason, its id, its age and its last state", async () => {
    const { wait, clock, end } = platform(() => ({ state: "RUNNING" }));
    const waiting = failureOf<TaskStillRunning>(wait("t1"));
    await clock.advance(90 * SECOND);
    end.abort(new Error("the timeout of 1m30s has passed"));
    const failure = await waiting;
    expect(failure).toBeInstanceOf(TaskStillRunning);
    expect(failure.message).toContain(
      "the timeout of 1m30s has passed: the platform's task t1 had not ended after 1m30s (last state: RUNNING) [task-unfinished]",
    );
  });
});

describe("a task that the platform does not know", () => {
  test("is awaited for half a minute, because the platform's replicas lag", async () => {
    const { wait, within, lines } = platform((_id, age) =>
      age < 25 * SECOND ? undefined : { state: "FINISHED" },
    );
    expect(await within(2 * MINUTE, wait("t1"))).toHaveLength(1);
    expect(lines[1]).toBe("accepted, task t1 (not known to the platform yet)");
  });

  test("is then an error that says what to do", async () => {
    const { wait, within, looks } = platform(() => undefined);
    const failure = await within(2 * MINUTE, failureOf<TaskNotFound>(wait("t1")));
    expect(failure).toBeInstanceOf(TaskNotFound);
    expect(failure.message).toContain("does not know its task t1 (last state: not seen yet)");
    expect(failure.message).toContain("[task-not-found]. Run `pulumi refresh`");
    expect((looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND);
  });

  test("and was seen before is an error with its last state", async () => {
    const { wait, within } = platform((_id, age) => (age < MINUTE ? { state: "RUNNING" } : undefined));
    expect((await within(5 * MINUTE, failureOf(wait("t1")))).message).toContain("(last state: RUNNING)");
  });

  test("may vanish for a moment at any age", async () => {
    const { wait, within } = platform((_id, age) => {
      if (age > 4 * MINUTE) return { state: "FINISHED" };
      return Math.floor(age / (20 * SECOND)) % 2 === 0 ? { state: "RUNNING" } : undefined;
    });
    expect(await within(6 * MINUTE, wait("t1"))).toHaveLength(1);
  });

  test("is awaited as long as polls fail", async () => {
    const { wait, within } = platform((_id, age) =>
      age < 10 * SECOND ? undefined : age < 5 * MINUTE ? new Error("broken") : { state: "FINISHED" },
    );
    expect(await within(7 * MINUTE, wait("t1"))).toHaveLength(1);
  });
});
