import { getEventListeners } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { TaskFailed, TaskStillRunning, TimeoutError } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";
import { endOf, failureOf } from "../../../support/until";
import { endsAfter, hanging, INTERVAL, MINUTE, platform, QUIET, SECOND } from "./platform";

describe("a wait", () => {
  test("for no tasks is over at once, and asks nothing", async () => {
    const { wait, looks, clock } = platform(endsAfter(0));
    expect(await wait()).toEqual([]);
    expect(looks).toEqual([]);
    expect(clock.pauses).toEqual([]);
  });

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

  test("for a task that is named twice is one", async () => {
    const { wait, within, looks } = platform(endsAfter(0));
    expect((await within(SECOND, wait("t1", "t1"))).map((task) => task.id)).toEqual(["t1"]);
    expect(looks).toHaveLength(1);
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

  test("tells of a task that goes on before one that failed: there is something to wait for yet", async () => {
    const { wait, clock, end } = platform((id) =>
      id === "bad" ? { state: "ERROR", error: "no" } : { state: "RUNNING" },
    );
    const waiting = failureOf<TaskStillRunning>(wait("bad", "slow"));
    await clock.advance(MINUTE);
    end.abort(new Error("enough"));
    const failure = await waiting;
    expect(failure).toBeInstanceOf(TaskStillRunning);
    expect(failure.message).toContain("the platform's task slow had not ended");
  });

  test("shows what its own polls wait for, and not those of other tasks", async () => {
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
    const { signal } = new AbortController();
    const waiting = [
      waiter.wait(["t1"], { signal, status() {}, onWait: (text) => waits.push(text) }),
      waiter.wait(["t2"], { signal, status() {} }),
    ];
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(waits).toEqual(["t1 is rate limited", undefined]);
  });

  test("tells the observer each state once, and who waits for the task", async () => {
    const clock = new TestClock();
    const seen: unknown[] = [];
    const waiter = new TaskWaiter({
      get: async (id) => ({ id, state: clock.now() < 20 * SECOND ? "RUNNING" : "FINISHED", created: {} }),
      interval: INTERVAL,
      clock,
      observer: { onTaskState: ({ state }, _age, senders) => void seen.push({ state, senders }) },
    });
    const sender = {};
    const { signal } = new AbortController();
    const waiting = waiter.wait(["t1"], { signal, sender, status() {} });
    await clock.advance(MINUTE);
    await waiting;
    expect(seen).toEqual(["RUNNING", "FINISHED"].map((state) => ({ state, senders: [sender] })));
  });

  test("shows what a poll of the list waits for", async () => {
    const clock = new TestClock();
    const waiter = new TaskWaiter({
      get: async () => undefined,
      async list(_limit, _signal, onWait) {
        onWait("rate limited");
        await clock.sleep(SECOND);
        onWait();
        return ["t1", "t2"].map((id) => ({ id, state: "FINISHED", created: {} }));
      },
      interval: INTERVAL,
      clock,
    });
    const waits: Array<string | undefined> = [];
    const { signal } = new AbortController();
    const waiting = waiter.wait(["t1", "t2"], { signal, status() {}, onWait: (text) => waits.push(text) });
    await clock.advance(MINUTE);
    await waiting;
    expect(waits).toEqual(["rate limited", "rate limited", undefined, undefined]);
  });
});

describe("the end of the time", () => {
  test("that is there before the wait begins ends it at once, and asks nothing", async () => {
    const { wait, clock, end, looks } = platform(() => ({ state: "RUNNING" }));
    end.abort(new Error("Pulumi's engine has gone"));
    const failure = await failureOf(wait("t1"));
    expect(failure).toBeInstanceOf(TaskStillRunning);
    expect(failure.message).toContain("Pulumi's engine has gone");
    expect(failure.message).toContain("t1");
    await clock.advance(MINUTE);
    expect(looks).toEqual([]);
  });

  describe("that comes before the next look", () => {
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
      [5, 4],
      [30, 27],
    ])("of %d s is preceded by one look, which finds a task of %d s finished", async (timeout, length) => {
      const set = platform(endsAfter(length * SECOND), RARE);
      expect(await set.within(timeout * SECOND, waitFor(set, timeout * SECOND))).toEqual([
        expect.objectContaining({ id: "t1", state: "FINISHED" }),
      ]);
      expect(set.looks).toHaveLength(1);
    });

    test("is preceded by one look also after others", async () => {
      const set = platform(endsAfter(170 * SECOND), RARE);
      expect(await set.within(175 * SECOND, waitFor(set, 175 * SECOND))).toHaveLength(1);
      expect(set.looks.map(({ at }) => at / SECOND)).toEqual([60, 120, 173]);
    });

    test("is an error that knows the state of that look, and ends the looks", async () => {
      const set = platform(endsAfter(6 * SECOND), RARE);
      expect(await set.within(5 * SECOND, waitFor(set, 5 * SECOND))).toMatchObject({
        name: "TaskStillRunning",
        message: expect.stringContaining("(last state: RUNNING)"),
      });
      await set.clock.advance(5 * MINUTE);
      expect(set.looks).toHaveLength(1);
    });

    test("is that of each wait for the same task, whichever began first", async () => {
      const set = platform(endsAfter(8 * SECOND), RARE);
      const waits = [50, 5, 10].map((seconds) => waitFor(set, seconds * SECOND));
      const [first, short, long] = await set.within(MINUTE, Promise.all(waits));
      expect(short).toBeInstanceOf(TaskStillRunning);
      for (const finished of [first, long]) expect(finished).toHaveLength(1);
      expect(set.looks.map(({ at }) => at / SECOND)).toEqual([4.5, 9]);
    });
  });

  test("of one wait is not that of another for the same task", async () => {
    const { waiter, clock } = platform(endsAfter(MINUTE));
    const impatient = new AbortController();
    const status = () => {};
    const first = failureOf(waiter.wait(["t1"], { signal: impatient.signal, status }));
    const second = waiter.wait(["t1"], { signal: new AbortController().signal, status });
    await clock.advance(10 * SECOND);
    impatient.abort(new Error("enough"));
    expect(await first).toBeInstanceOf(TaskStillRunning);
    await clock.advance(2 * MINUTE);
    expect(await second).toHaveLength(1);
  });
});

describe("the looks", () => {
  test("serve all that wait for the same task", async () => {
    const { waiter, within, looks } = platform(endsAfter(20 * SECOND));
    const heard: string[][] = [[], [], []];
    const waiting = heard.map((lines) =>
      waiter.wait(["t1"], { signal: new AbortController().signal, status: (line) => lines.push(line) }),
    );
    await within(MINUTE, Promise.all(waiting));
    expect(looks.length).toBeLessThan(20);
    expect(heard).toEqual(Array(3).fill(heard[0]));
    expect(heard[0]?.at(-1)).toMatch(/^FINISHED/);
  });

  test("for one task never overlap, however long one takes", async () => {
    const clock = new TestClock();
    let [now, most, count] = [0, 0, 0];
    const waiter = new TaskWaiter({
      async get(id) {
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
    const waiting = waiter.wait(["t1"], QUIET);
    await clock.advance(10 * MINUTE);
    await waiting;
    expect([most, count]).toEqual([1, 3]);
  });

  test("at one task are not held up by a slow look at another", async () => {
    const clock = new TestClock();
    const waiter = new TaskWaiter({
      async get(id) {
        if (id === "stuck") await clock.sleep(60 * MINUTE);
        return { id, state: "FINISHED", created: {} };
      },
      interval: INTERVAL,
      clock,
    });
    const wait = (id: string) => waiter.wait([id], QUIET);
    const stuck = wait("stuck");
    const quick = wait("quick");
    await clock.advance(SECOND);
    expect(await quick).toHaveLength(1);
    await clock.advance(60 * MINUTE);
    expect(await stuck).toHaveLength(1);
  });

  test("begin again after the waiter had nothing to do", async () => {
    const { wait, clock, within, looks } = platform(() => ({ state: "FINISHED" }));
    for (const id of ["t1", "t2", "t3"]) {
      expect(await within(5 * SECOND, wait(id))).toHaveLength(1);
      await clock.advance(MINUTE);
    }
    expect(looks.map((look) => look.id)).toEqual(["t1", "t2", "t3"]);
  });

  test("at a new task come early even while an old one is looked at seldom", async () => {
    const { wait, clock, looks, begin } = platform((id, age) =>
      id === "old" && age < 30 * MINUTE ? {} : { state: "FINISHED" },
    );
    const old = wait("old");
    await clock.advance(20 * MINUTE + 100);
    const entered = clock.now() - begin;
    const young = wait("young");
    await clock.advance(2 * SECOND);
    await young;
    expect((looks.find((look) => look.id === "young")?.at ?? 0) - entered).toBeLessThanOrEqual(550);
    await clock.advance(20 * MINUTE);
    await old;
  });

  test("add no more than the shortest pause to a task that is done in no time", async () => {
    const { wait, within, looks } = platform(endsAfter(0));
    await within(MINUTE, wait("t1"));
    expect(looks).toEqual([{ id: "t1", at: 500 }]);
  });
});

describe("a thousand tasks at once", () => {
  test("under one signal leave no listener behind, and warn of none", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const { waiter, clock } = platform((id) =>
      Number(id) % 10 === 0 ? { state: "ERROR", error: "no" } : { state: "FINISHED" },
    );
    const { signal } = new AbortController();
    const waiting = Array.from({ length: 1000 }, (_, index) =>
      waiter.wait([`${index}`], { signal, status: () => {} }).catch(() => {}),
    );
    expect(getEventListeners(signal, "abort")).toHaveLength(1000);
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    await new Promise(setImmediate);
    process.off("warning", note);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("that all run out of time leave no listener behind either", async () => {
    const { waiter, clock, end } = platform(() => ({ state: "RUNNING" }));
    const waiting = Array.from({ length: 1000 }, (_, index) =>
      failureOf(waiter.wait([`${index}`], { signal: end.signal, status: () => {} })),
    );
    await clock.advance(10 * SECOND);
    end.abort(new Error("enough"));
    const failures = await Promise.all(waiting);
    expect(failures.every((failure) => failure instanceof TaskStillRunning)).toBe(true);
    expect(getEventListeners(end.signal, "abort")).toEqual([]);
  });
});

describe("a look that is under way", () => {
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

  test("tells how the platform refused it until then", async () => {
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
