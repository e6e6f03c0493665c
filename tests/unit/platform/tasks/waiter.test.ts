import { getEventListeners } from "node:events";
import { describe, expect, test } from "@jest/globals";
import {
  type Task,
  TaskFailed,
  TaskNotFound,
  TaskStillRunning,
  TimeoutError,
} from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";
import { endOf, failureOf } from "../../../support/until";
import { endsAfter, hanging, INTERVAL, MINUTE, platform, QUIET, SECOND } from "./platform";

describe("a wait", () => {
  test("ends when the last of several tasks has finished, and gives them in their order", async () => {
    const ends: Record<string, number> = { slow: 40 * SECOND, quick: SECOND, middle: 10 * SECOND };
    const { wait, clock } = platform((id, age) => ({
      state: age >= (ends[id] as number) ? "FINISHED" : "NEW",
    }));
    const waiting = wait("slow", "quick", "middle");
    const isOver = endOf(waiting);
    await clock.advance(39 * SECOND);
    expect(isOver()).toBe(false);
    await clock.advance(20 * SECOND);
    expect((await waiting).map((task) => task.id)).toEqual(["slow", "quick", "middle"]);
  });

  test("lasts until the last task has ended, even if one fails before, and its error has the tasks that have finished", async () => {
    const created = { routers: ["r1"] };
    const { wait, clock, within } = platform((id, age) => {
      if (id === "bad") return { state: "ERROR", error: "no" };
      return age >= 30 * SECOND ? { state: "FINISHED", created } : {};
    });
    const waiting = failureOf<TaskFailed>(wait("bad", "good"));
    const isOver = endOf(waiting);
    await clock.advance(29 * SECOND);
    expect(isOver()).toBe(false);
    const failure = await within(10 * SECOND, waiting);
    expect(failure).toBeInstanceOf(TaskFailed);
    expect(failure.task.id).toBe("bad");
    expect(failure.finished).toEqual([{ id: "good", state: "FINISHED", created }]);
  });

  test("reports at its early end a task that runs on before one that failed, with the reason, the age and the last state", async () => {
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

  test("shows what its own polls wait for, not those of others", async () => {
    const clock = new TestClock();
    const waiter = new TaskWaiter({
      async get(id, _signal, onWait) {
        onWait(`${id} is rate limited`);
        await clock.sleep(SECOND);
        onWait();
        return { id, state: "FINISHED", created: {} };
      },
      interval: INTERVAL,
      clock,
    });
    const waits: Array<string | undefined> = [];
    const waiting = [
      waiter.wait(["t1"], { ...QUIET, onWait: (text) => waits.push(text) }),
      waiter.wait(["t2"], QUIET),
    ];
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(waits).toEqual(["t1 is rate limited", undefined]);
  });

  test.each(["FINISHED", "RUNNING"])(
    "for a thousand tasks leaves no listener when all are %s",
    async (state) => {
      const { wait, clock, end } = platform(() => ({ state }));
      const waiting = Array.from({ length: 1000 }, (_, index) => wait(`${index}`).catch(() => {}));
      expect(getEventListeners(end.signal, "abort")).toHaveLength(1000);
      await clock.advance(10 * SECOND);
      end.abort(new Error("enough"));
      await Promise.all(waiting);
      expect(getEventListeners(end.signal, "abort")).toEqual([]);
    },
  );
});

describe("the end of the time", () => {
  test("ends a wait at once, without a request, if it has come before", async () => {
    const { wait, clock, end, polls } = platform(() => ({ state: "RUNNING" }));
    end.abort(new Error("Pulumi's engine has gone"));
    const failure = await failureOf(wait("t1"));
    expect(failure).toBeInstanceOf(TaskStillRunning);
    expect(failure.message).toContain("Pulumi's engine has gone");
    expect(failure.message).toContain("t1");
    await clock.advance(MINUTE);
    expect(polls).toEqual([]);
  });

  describe("before the next poll", () => {
    const RARE = { min: MINUTE, max: MINUTE };

    /** The result of a wait that begins now and has so many milliseconds. */
    function waitFor({ waiter, clock }: ReturnType<typeof platform>, timeout: number) {
      const end = new AbortController();
      const reason = new TimeoutError("the timeout has passed");
      clock.sleep(timeout).then(() => end.abort(reason));
      return waiter
        .wait(["t1"], { signal: end.signal, endsAt: clock.now() + timeout, status: () => {} })
        .catch((error: Error) => error);
    }

    test.each([
      [1, 0.8],
      [30, 27],
    ])("of %d s is preceded by one poll, which finds a task of %d s finished", async (timeout, length) => {
      const set = platform(endsAfter(length * SECOND), RARE);
      expect(await set.within(timeout * SECOND, waitFor(set, timeout * SECOND))).toEqual([
        expect.objectContaining({ id: "t1", state: "FINISHED" }),
      ]);
      expect(set.polls).toHaveLength(1);
    });

    test("concerns one wait, and not the others for the same task, whichever began first", async () => {
      const set = platform(endsAfter(8 * SECOND), RARE);
      const waits = [50, 5, 10].map((seconds) => waitFor(set, seconds * SECOND));
      const [first, short, long] = await set.within(MINUTE, Promise.all(waits));
      expect(short).toBeInstanceOf(TaskStillRunning);
      for (const finished of [first, long]) expect(finished).toHaveLength(1);
      expect(set.polls.map(({ at }) => at / SECOND)).toEqual([4.5, 9]);
    });
  });
});

describe("the polls", () => {
  test("serve all that wait for the same task", async () => {
    const { waiter, within, polls } = platform(endsAfter(20 * SECOND));
    const heard: string[][] = [[], [], []];
    const waiting = heard.map((lines) =>
      waiter.wait(["t1"], { signal: new AbortController().signal, status: (line) => lines.push(line) }),
    );
    await within(MINUTE, Promise.all(waiting));
    expect(polls.length).toBeLessThan(20);
    expect(heard).toEqual(Array(3).fill(heard[0]));
    expect(heard[0]?.at(-1)).toMatch(/^FINISHED/);
  });

  test("for one task never overlap, however long one takes, and do not delay those for other tasks", async () => {
    const clock = new TestClock();
    let [now, most, count] = [0, 0, 0];
    const waiter = new TaskWaiter({
      async get(id) {
        if (id === "quick") return { id, state: "FINISHED", created: {} };
        now += 1;
        count += 1;
        most = Math.max(most, now);
        await clock.sleep(MINUTE);
        now -= 1;
        return { id, state: count === 3 ? "FINISHED" : "RUNNING", created: {} };
      },
      interval: INTERVAL,
      clock,
    });
    const [slow, quick] = ["slow", "quick"].map((id) => waiter.wait([id], QUIET));
    await clock.advance(SECOND);
    expect(await quick).toHaveLength(1);
    await clock.advance(10 * MINUTE);
    await slow;
    expect([most, count]).toEqual([1, 3]);
  });

  test("at a new task come early even while an old one is polled seldom", async () => {
    const { wait, clock, polls, begin } = platform((id, age) =>
      id === "old" && age < 30 * MINUTE ? {} : { state: "FINISHED" },
    );
    const old = wait("old");
    await clock.advance(20 * MINUTE + 100);
    const entered = clock.now() - begin;
    const young = wait("young");
    await clock.advance(2 * SECOND);
    await young;
    expect((polls.find((poll) => poll.id === "young")?.at ?? 0) - entered).toBeLessThanOrEqual(550);
    await clock.advance(20 * MINUTE);
    await old;
  });
});

describe("a poll that is under way", () => {
  test.each([
    ["get", "t1"],
    ["list", "t0"],
  ] as const)("ends with the last wait, and not before: %s", async (hangs, id) => {
    const { clock, wait, isEnded } = hanging(() => platformError({}), hangs);
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [wait(id, one), wait("t1", other)];
    await clock.advance(SECOND);
    one.abort(new Error("enough"));
    expect(await first).toBeInstanceOf(TaskStillRunning);
    expect(isEnded()).toBe(false);
    other.abort(new Error("the run was cancelled"));
    expect((await second).message).toContain(
      "the run was cancelled: the platform's task t1 had not ended after 1s (last state: not seen yet) [task-unfinished]",
    );
    expect(isEnded()).toBe(true);
  });

  test("has the last refusal of the platform in its error", async () => {
    const { clock, wait } = hanging(() =>
      platformError({ path: "/v1/tasks/t1", status: 429, reason: "Slow down." }),
    );
    const end = new AbortController();
    const waiting = wait("t1", end);
    await clock.advance(SECOND);
    end.abort(new Error("the timeout of 1s has passed"));
    expect((await waiting).message).toContain(
      "last poll failed: GET /v1/tasks/t1 was answered 429: Slow down.",
    );
  });
});

describe("a task that is awaited", () => {
  test.each<[Partial<Task>, string]>([
    [{ error: "Quota limit for router_count exceeded by 1" }, "Quota limit for router_count exceeded by 1"],
    [{}, "no reason was given"],
  ])("and ends in ERROR is an error with its message: %j", async (ended, reason) => {
    const { wait, within } = platform(() => ({ state: "ERROR", ...ended }));
    const failure = await within(SECOND, failureOf<TaskFailed>(wait("t1")));
    expect(failure).toBeInstanceOf(TaskFailed);
    expect(failure.message).toBe(`the platform's task failed: ${reason} (task t1) [task-failed]`);
    expect(failure.task).toMatchObject({ id: "t1", state: "ERROR" });
  });

  test.each(["PAUSED", "finished", ""])("has not ended in an unknown state: “%s”", async (state) => {
    const { wait, clock, within } = platform((_id, age) => ({ state: age > MINUTE ? "FINISHED" : state }));
    const waiting = wait("t1");
    const isOver = endOf(waiting);
    await clock.advance(MINUTE);
    expect(isOver()).toBe(false);
    expect(await within(MINUTE, waiting)).toHaveLength(1);
  });

  test("gets further polls after failures, which its status line shows", async () => {
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

  test("has a status line at once, and then its state, without an age that would stand still", async () => {
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
});

describe("a task that the platform does not know", () => {
  test("may appear within half a minute, because the platform's replicas lag", async () => {
    const { wait, within, lines } = platform((_id, age) =>
      age < 25 * SECOND ? undefined : { state: "FINISHED" },
    );
    expect(await within(2 * MINUTE, wait("t1"))).toHaveLength(1);
    expect(lines[1]).toBe("accepted, task t1 (not known to the platform yet)");
  });

  test("fails after half a minute with an error that says what to do", async () => {
    const { wait, within, polls } = platform(() => undefined);
    const failure = await within(2 * MINUTE, failureOf<TaskNotFound>(wait("t1")));
    expect(failure).toBeInstanceOf(TaskNotFound);
    expect(failure.message).toContain("does not know its task t1 (last state: not seen yet)");
    expect(failure.message).toContain("[task-not-found]. Run `pulumi refresh`");
    expect((polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND);
  });

  test("may vanish for a moment at any age", async () => {
    const { wait, within } = platform((_id, age) => {
      if (age > 4 * MINUTE) return { state: "FINISHED" };
      return Math.floor(age / (20 * SECOND)) % 2 === 0 ? { state: "RUNNING" } : undefined;
    });
    expect(await within(6 * MINUTE, wait("t1"))).toHaveLength(1);
  });

  test("may appear later as long as polls fail", async () => {
    const { wait, within } = platform((_id, age) =>
      age < 10 * SECOND ? undefined : age < 5 * MINUTE ? new Error("broken") : { state: "FINISHED" },
    );
    expect(await within(7 * MINUTE, wait("t1"))).toHaveLength(1);
  });
});
