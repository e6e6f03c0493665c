import { getEventListeners } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { PlatformError } from "../../../../sdk/src/platform/http/error";
import type { PollInterval } from "../../../../sdk/src/platform/tasks/delays";
import {
  type Task,
  TaskFailed,
  TaskNotFound,
  TaskStillRunning,
  TimeoutError,
} from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { failureOf } from "../../../support/until";

const DEFAULTS: PollInterval = { min: 500, max: 15_000 };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

type Look = (id: string, age: number) => Partial<Task> | undefined | Error;

/** A platform whose tasks are as `look` says at their age, and the waiter that asks it. */
function platform(look: Look, interval: PollInterval = DEFAULTS) {
  const clock = new TestClock();
  const begin = clock.now();
  const looks: Array<{ id: string; at: number }> = [];
  const waiter = new TaskWaiter({
    async get(id) {
      looks.push({ id, at: clock.now() - begin });
      const seen = look(id, clock.now() - begin);
      if (seen instanceof Error) throw seen;
      return seen && { id, state: "RUNNING", created: {}, ...seen };
    },
    interval,
    clock,
  });
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (...ids: string[]) =>
    waiter.wait(ids, { signal: end.signal, status: (text) => lines.push(text) });
  return { clock, begin, looks, waiter, wait, lines, end };
}

const endsAfter =
  (length: number): Look =>
  (_id, age) => ({ state: age >= length ? "FINISHED" : "RUNNING" });

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
    let over = false;
    const waiting = wait("slow", "quick", "middle").finally(() => {
      over = true;
    });
    await clock.advance(39 * SECOND);
    expect(over).toBe(false);
    await clock.advance(20 * SECOND);
    expect((await waiting).map((task) => task.id)).toEqual(["slow", "quick", "middle"]);
  });

  test("for a task that is named twice is one", async () => {
    const { wait, clock, looks } = platform(endsAfter(0));
    const waiting = wait("t1", "t1");
    await clock.advance(SECOND);
    expect((await waiting).map((task) => task.id)).toEqual(["t1"]);
    expect(looks).toHaveLength(1);
  });

  test("ends with the platform's own sentence where the task ends in ERROR", async () => {
    const { wait, clock } = platform(() => ({
      state: "ERROR",
      error: "Quota limit for router_count exceeded by 1",
    }));
    const waiting = failureOf<TaskFailed>(wait("t1"));
    await clock.advance(SECOND);
    const failure = await waiting;
    expect(failure).toBeInstanceOf(TaskFailed);
    expect(failure.message).toBe(
      "the platform's task failed: Quota limit for router_count exceeded by 1 (task t1) [task-failed]",
    );
    expect(failure.task).toMatchObject({ id: "t1", state: "ERROR" });
  });

  test("says so where the platform gives no sentence", async () => {
    const { wait, clock } = platform(() => ({ state: "ERROR" }));
    const waiting = failureOf(wait("t1"));
    await clock.advance(SECOND);
    expect((await waiting).message).toBe(
      "the platform's task failed: no reason was given (task t1) [task-failed]",
    );
  });

  test("lasts until the last task has ended, even if one fails before: the others still change things", async () => {
    const { wait, clock } = platform((id, age) =>
      id === "bad" ? { state: "ERROR", error: "no" } : { state: age >= 30 * SECOND ? "FINISHED" : "RUNNING" },
    );
    let over = false;
    const waiting = failureOf(wait("bad", "good")).finally(() => {
      over = true;
    });
    await clock.advance(29 * SECOND);
    expect(over).toBe(false);
    await clock.advance(10 * SECOND);
    expect(await waiting).toBeInstanceOf(TaskFailed);
  });

  test("that fails tells what the other tasks have made all the same", async () => {
    const { wait, clock } = platform((id) =>
      id === "bad" ? { state: "ERROR", error: "no" } : { state: "FINISHED", created: { routers: ["r1"] } },
    );
    const waiting = failureOf<TaskFailed>(wait("good", "bad"));
    await clock.advance(SECOND);
    const failure = await waiting;
    expect(failure.task.id).toBe("bad");
    expect(failure.finished).toEqual([{ id: "good", state: "FINISHED", created: { routers: ["r1"] } }]);
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

  test.each(["PENDING", "PAUSED", "finished", "CANCELLED", ""])(
    "goes on in a state that nobody has heard of: “%s”",
    async (state) => {
      const { wait, clock } = platform((_id, age) => ({ state: age > MINUTE ? "FINISHED" : state }));
      let over = false;
      const waiting = wait("t1").finally(() => {
        over = true;
      });
      await clock.advance(MINUTE);
      expect(over).toBe(false);
      await clock.advance(MINUTE);
      expect(await waiting).toHaveLength(1);
    },
  );

  test("goes on after looks that fail, and tells of them", async () => {
    const { wait, clock, lines } = platform((_id, age) =>
      age < 3 * MINUTE
        ? new Error("GET /v1/tasks/t1 was answered 500: out of order\nadvice")
        : { state: "FINISHED" },
    );
    const waiting = wait("t1");
    await clock.advance(5 * MINUTE);
    expect(await waiting).toHaveLength(1);
    expect(lines[1]).toBe(
      "accepted, task t1 (last poll failed: GET /v1/tasks/t1 was answered 500: out of order)",
    );
    expect(lines.join()).not.toContain("advice");
  });

  test("shows the task at once, and then its state, without an age that would stand still", async () => {
    const { wait, clock, lines } = platform((_id, age) => ({
      state: age < 5 * SECOND ? "NEW" : age < 20 * SECOND ? "RUNNING" : "FINISHED",
    }));
    const waiting = wait("t1");
    expect(lines).toEqual(["accepted, task t1"]);
    await clock.advance(MINUTE);
    await waiting;
    expect([...new Set(lines)]).toEqual([
      "accepted, task t1",
      "NEW, task t1",
      "RUNNING, task t1",
      "FINISHED, task t1",
    ]);
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
      interval: DEFAULTS,
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

  test("shows what a poll of the list waits for", async () => {
    const clock = new TestClock();
    const waiter: TaskWaiter = new TaskWaiter({
      get: async () => undefined,
      async list() {
        waiter.onListWait("rate limited");
        await clock.sleep(SECOND);
        waiter.onListWait();
        return ["t1", "t2"].map((id) => ({ id, state: "FINISHED", created: {} }));
      },
      interval: DEFAULTS,
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

describe("a task that the platform names and does not know", () => {
  test("is waited for all the same for half a minute: the platform's replicas lag", async () => {
    const { wait, clock, lines } = platform((_id, age) =>
      age < 25 * SECOND ? undefined : { state: "FINISHED" },
    );
    const waiting = wait("t1");
    await clock.advance(2 * MINUTE);
    expect(await waiting).toHaveLength(1);
    expect(lines[1]).toBe("accepted, task t1 (not known to the platform yet)");
  });

  test("and then is an error that says that its end cannot be told, and what to do", async () => {
    const { wait, clock, looks } = platform(() => undefined);
    const waiting = failureOf<TaskNotFound>(wait("t1"));
    await clock.advance(2 * MINUTE);
    const failure = await waiting;
    expect(failure).toBeInstanceOf(TaskNotFound);
    expect(failure.message).toContain("does not know its task t1 (last state: not seen yet)");
    expect(failure.message).toContain("[task-not-found]. Run `pulumi refresh`");
    expect((looks.at(-1)?.at ?? 0) - (looks[0]?.at ?? 0)).toBeGreaterThanOrEqual(30 * SECOND);
  });

  test("may vanish for a moment at any age", async () => {
    const { wait, clock } = platform((_id, age) => {
      if (age > 4 * MINUTE) return { state: "FINISHED" };
      return Math.floor(age / (20 * SECOND)) % 2 === 0 ? { state: "RUNNING" } : undefined;
    });
    const waiting = wait("t1");
    await clock.advance(6 * MINUTE);
    expect(await waiting).toHaveLength(1);
  });

  test("and that was seen before is an error with its last state", async () => {
    const { wait, clock } = platform((_id, age) => (age < MINUTE ? { state: "RUNNING" } : undefined));
    const waiting = failureOf(wait("t1"));
    await clock.advance(5 * MINUTE);
    expect((await waiting).message).toContain("(last state: RUNNING)");
  });

  test("does not end the wait for it by looks that fail in between", async () => {
    const { wait, clock } = platform((_id, age) =>
      age < 10 * SECOND ? undefined : age < 5 * MINUTE ? new Error("broken") : { state: "FINISHED" },
    );
    const waiting = wait("t1");
    await clock.advance(7 * MINUTE);
    expect(await waiting).toHaveLength(1);
  });
});

describe("the end of the time", () => {
  test("is told with the reason, the task's id, its age and its last state", async () => {
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
      const waiting = waitFor(set, timeout * SECOND);
      await set.clock.advance(timeout * SECOND);
      expect(await waiting).toEqual([expect.objectContaining({ id: "t1", state: "FINISHED" })]);
      expect(set.looks).toHaveLength(1);
    });

    test("is preceded by one look also after others", async () => {
      const set = platform(endsAfter(170 * SECOND), RARE);
      const waiting = waitFor(set, 175 * SECOND);
      await set.clock.advance(175 * SECOND);
      expect(await waiting).toHaveLength(1);
      expect(set.looks.map(({ at }) => at / SECOND)).toEqual([60, 120, 173]);
    });

    test("is an error that knows the state of that look, and ends the looks", async () => {
      const set = platform(endsAfter(6 * SECOND), RARE);
      const waiting = waitFor(set, 5 * SECOND);
      await set.clock.advance(5 * SECOND);
      expect(await waiting).toMatchObject({
        name: "TaskStillRunning",
        message: expect.stringContaining("(last state: RUNNING)"),
      });
      await set.clock.advance(5 * MINUTE);
      expect(set.looks).toHaveLength(1);
    });

    test("is that of each wait for the same task, whichever began first", async () => {
      const set = platform(endsAfter(8 * SECOND), RARE);
      const waits = [50, 5, 10].map((seconds) => waitFor(set, seconds * SECOND));
      await set.clock.advance(MINUTE);
      const [first, short, long] = await Promise.all(waits);
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
    const { waiter, clock, looks } = platform(endsAfter(20 * SECOND));
    const heard: string[][] = [[], [], []];
    const waiting = heard.map((lines) =>
      waiter.wait(["t1"], { signal: new AbortController().signal, status: (line) => lines.push(line) }),
    );
    await clock.advance(MINUTE);
    await Promise.all(waiting);
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
      interval: DEFAULTS,
      clock,
    });
    const waiting = waiter.wait(["t1"], { signal: new AbortController().signal, status: () => {} });
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
      interval: DEFAULTS,
      clock,
    });
    const wait = (id: string) =>
      waiter.wait([id], { signal: new AbortController().signal, status: () => {} });
    const stuck = wait("stuck");
    const quick = wait("quick");
    await clock.advance(SECOND);
    expect(await quick).toHaveLength(1);
    await clock.advance(60 * MINUTE);
    expect(await stuck).toHaveLength(1);
  });

  test("begin again after the waiter had nothing to do", async () => {
    const { wait, clock, looks } = platform(() => ({ state: "FINISHED" }));
    for (const id of ["t1", "t2", "t3"]) {
      const waiting = wait(id);
      await clock.advance(5 * SECOND);
      expect(await waiting).toHaveLength(1);
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
    const { wait, clock, looks } = platform(endsAfter(0));
    const waiting = wait("t1");
    await clock.advance(MINUTE);
    await waiting;
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
  function hanging(onAbort: (reason: unknown) => Error) {
    const clock = new TestClock();
    let signal: AbortSignal | undefined;
    const waiter = new TaskWaiter({
      get: (_id, given) => {
        signal = given;
        return new Promise((_, reject) =>
          given.addEventListener("abort", () => reject(onAbort(given.reason))),
        );
      },
      interval: DEFAULTS,
      clock,
    });
    const wait = (end: AbortController) => waiter.wait(["t1"], { signal: end.signal, status: () => {} });
    return { clock, wait, isEnded: () => signal?.aborted };
  }

  const refusal = (status?: number) =>
    new PlatformError({
      method: "GET",
      path: "/v1/tasks/t1",
      ...(status !== undefined && { status }),
      reason: "Slow down.",
      mayHaveTakenEffect: false,
      retryable: true,
      kind: REPLIES.serverError,
    });

  test("ends with the last wait, and not before", async () => {
    const { clock, wait, isEnded } = hanging(() => refusal());
    const [one, other] = [new AbortController(), new AbortController()];
    const [first, second] = [failureOf(wait(one)), failureOf(wait(other))];
    await clock.advance(SECOND);
    one.abort(new Error("enough"));
    expect((await first).message).toContain("enough");
    expect(isEnded()).toBe(false);
    other.abort(new Error("the run was cancelled"));
    expect((await second).message).toContain(
      "the run was cancelled: the platform's task t1 had not ended after 1s (last state: not seen yet) [task-unfinished]",
    );
    expect(isEnded()).toBe(true);
  });

  test("tells how the platform refused it until then", async () => {
    const { clock, wait } = hanging(() => refusal(429));
    const end = new AbortController();
    const waiting = failureOf(wait(end));
    await clock.advance(SECOND);
    end.abort(new Error("the timeout of 1s has passed"));
    expect((await waiting).message).toContain(
      "last poll failed: GET /v1/tasks/t1 was answered 429: Slow down.",
    );
  });
});
