import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { NotTheApi, PlatformError, summaryOf } from "../../../../sdk/src/platform/http/error";
import { Durations } from "../../../../sdk/src/platform/tasks/durations";
import {
  type Task,
  TaskFailed,
  TaskNotFound,
  TaskStillRunning,
} from "../../../../sdk/src/platform/tasks/task";
import type { Page } from "../../../../sdk/src/platform/tasks/task-list";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { failureOf } from "../../../support/until";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const INTERVAL = { min: 100, max: MINUTE };

interface PlatformTask {
  id: string;
  type?: string;
  begin: number;
  length: number;
  /** How the task ends. */
  end?: Partial<Task>;
  /** The list has the task only after this time. */
  lag?: number;
}

/** What the platform does to a request for the list: an error, other tasks, no reply, or nothing special. */
type Interference = (page: Page, age: number) => Error | Task[] | "never" | undefined;

/** A platform with tasks of 8 s, oldest first, and the waiter that polls them. */
function setUp({
  interfere = () => undefined,
  lacksList = false,
  durations = new Durations(),
}: {
  interfere?: Interference;
  lacksList?: boolean;
  durations?: Durations;
} = {}) {
  const clock = new TestClock();
  const begin = clock.now();
  const tasks: PlatformTask[] = [];
  const requests: Array<{ what: string; at: number }> = [];
  const sent = (what: string) => requests.push({ what, at: clock.now() - begin });
  const recordOf = ({ id, type, begin: from, length, end }: PlatformTask): Task => {
    const isOver = clock.now() >= from + length;
    const ended = { state: "FINISHED", duration: length, ...end };
    return { id, created: {}, ...(type && { type }), ...(isOver ? ended : { state: "RUNNING" }) };
  };
  const waiter = new TaskWaiter({
    async get(id) {
      sent(id);
      const task = tasks.find((each) => each.id === id);
      return task && recordOf(task);
    },
    async list(page, signal) {
      sent(`list of ${page.limit} from ${page.offset}`);
      if (lacksList) return undefined;
      const interference = interfere(page, clock.now() - begin);
      if (interference instanceof Error) throw interference;
      if (interference === "never") return untilAborted(signal);
      if (interference) return interference;
      const listed = tasks.filter(({ begin: from, lag = 0 }) => clock.now() >= from + lag).reverse();
      return listed.slice(page.offset, page.offset + page.limit).map(recordOf);
    },
    durations,
    interval: INTERVAL,
    clock,
  });
  const add = (task: Partial<PlatformTask> & { id: string }) => {
    tasks.push({ begin: clock.now(), length: 8 * SECOND, ...task });
    return task.id;
  };
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (id: string) =>
    waiter.wait([id], { signal: end.signal, kind: "Router create", status: (text) => lines.push(text) });
  const lists = () => requests.filter(({ what }) => what.startsWith("list"));
  const polls = () => requests.filter(({ what }) => !what.startsWith("list"));
  return { clock, begin, add, wait, waiter, requests, lists, polls, lines, end, durations };
}

type Platform = ReturnType<typeof setUp>;

/** Begins so many tasks and waits for them. */
function waitForTasks({ add, wait }: Platform, count: number, lengthAt = (_index: number) => 8 * SECOND) {
  const ids = Array.from({ length: count }, (_, index) => add({ id: `t${index}`, length: lengthAt(index) }));
  return Promise.all(ids.map(wait));
}

/** The same, on a platform of its own, until all have ended. */
async function afterTasks(count: number, options: Parameters<typeof setUp>[0] = {}): Promise<Platform> {
  const platform = setUp(options);
  const waiting = waitForTasks(platform, count);
  await platform.clock.advance(MINUTE);
  await waiting;
  return platform;
}

/** The tasks take 8 s ± 20 %. */
const spread = (index: number) => 6_400 + ((index * 1_733) % 3_200);

function known(...durations: number[]): Durations {
  const all = new Durations();
  for (const duration of durations) all.record("Router create", duration);
  return all;
}

const NEVER = new AbortController().signal;

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(refusal()));
  });
}

const USUAL = [6_400, 7_000, 7_500, 8_000, 8_400, 9_000, 9_600];

function refusal(status?: number, type = PlatformError): PlatformError {
  return new type({
    method: "GET",
    path: "/cloud/v1/tasks",
    ...(status !== undefined && { status }),
    reason: "Out of order.",
    mayHaveTakenEffect: false,
    retryable: true,
    kind: REPLIES.serverError,
  });
}

describe("tasks that are awaited at the same time", () => {
  test.each([
    [10, 1],
    [100, 0.3],
  ])("%d cost at most %d requests each, and all come from the list", async (count, most) => {
    const platform = setUp({ durations: known(...USUAL) });
    const waiting = waitForTasks(platform, count, spread);
    await platform.clock.advance(MINUTE);
    const ended = await waiting;
    expect(ended.map(([task]) => task?.id)).toEqual(Array.from({ length: count }, (_, index) => `t${index}`));
    expect(platform.requests.length / count).toBeLessThanOrEqual(most);
  });

  test("of unknown length cost a few more", async () => {
    const platform = await afterTasks(10);
    expect(platform.polls()).toEqual([]);
    expect(platform.lists().length).toBeLessThanOrEqual(13);
  });

  test("end within 6 % of their time where it is known", async () => {
    const platform = setUp({ durations: known(...USUAL) });
    const { clock, begin } = platform;
    const took: number[] = [];
    const waiting = Array.from({ length: 100 }, (_, index) =>
      platform.wait(platform.add({ id: `t${index}`, length: spread(index) })).then(() => {
        took.push((clock.now() - begin) / spread(index));
      }),
    );
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(took).toHaveLength(100);
    expect(Math.max(...took)).toBeLessThan(1.06);
  });

  test("end within 6 % of their time at the end of a run, though many polls came before", async () => {
    const platform = setUp({ durations: known(...USUAL) });
    const { clock, begin } = platform;
    const last = 9_550;
    const lengths = [...Array.from({ length: 10 }, (_, index) => 6_400 + index * 200), 8_900, last];
    let end = 0;
    const waiting = lengths.map((length, index) =>
      platform.wait(platform.add({ id: `t${index}`, length })).then(() => {
        end = (clock.now() - begin) / last;
      }),
    );
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(end).toBeLessThan(1.06);
  });

  test("end with an error, or finished, as the list has them", async () => {
    const platform = setUp();
    const { add, wait, clock } = platform;
    const good = wait(add({ id: "good", end: { created: { routers: ["r1"] } } }));
    const bad = failureOf<TaskFailed>(wait(add({ id: "bad", end: { state: "ERROR", error: "Quota" } })));
    await clock.advance(MINUTE);
    expect(await good).toEqual([
      { id: "good", state: "FINISHED", created: { routers: ["r1"] }, duration: 8 * SECOND },
    ]);
    expect(await bad).toBeInstanceOf(TaskFailed);
    expect((await bad).message).toContain("Quota");
    expect(platform.polls()).toEqual([]);
  });

  test("that are not due are polled with those that are, and are reported only if they have news", async () => {
    const platform = setUp({ durations: known(MINUTE) });
    const { add, waiter, clock, lines, polls, lists } = platform;
    const wait = (id: string, kind: string) => {
      const status = (text: string) => lines.push(text);
      return waiter.wait([id], { signal: new AbortController().signal, kind, status });
    };
    const slow = wait(add({ id: "slow", length: 5 * SECOND }), "Router create");
    const quick = ["a", "b"].map((id) => wait(add({ id, length: 9 * SECOND }), "other"));
    await clock.advance(8 * SECOND);
    await slow;
    expect(polls()).toEqual([]);
    expect(lists().length).toBeGreaterThan(2);
    expect(lines.filter((line) => line.endsWith("task slow"))).toEqual([
      expect.stringMatching(/^RUNNING/),
      expect.stringMatching(/^FINISHED 6s/),
    ]);
    await clock.advance(MINUTE);
    await Promise.all(quick);
  });

  test("never have two polls of the list at once", async () => {
    const clock = new TestClock();
    let [now, most, lists] = [0, 0, 0];
    const waiter = new TaskWaiter({
      get: async (id) => ({ id, state: "FINISHED", created: {} }),
      async list() {
        lists += 1;
        now += 1;
        most = Math.max(most, now);
        await clock.sleep(5 * SECOND);
        now -= 1;
        const state = lists >= 3 ? "FINISHED" : "RUNNING";
        return ["t0", "t1", "t2"].map((id) => ({ id, state, created: {} }));
      },
      interval: INTERVAL,
      clock,
    });
    const wait = (id: string) =>
      waiter.wait([id], { signal: new AbortController().signal, status: () => {} });
    const waiting = [wait("t0"), wait("t1")];
    await clock.advance(2 * SECOND);
    waiting.push(wait("t2"));
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect([most, lists]).toEqual([1, 3]);
  });
});

describe("one task", () => {
  test("is polled alone, and of a known length of 8 s at most six times", async () => {
    const platform = await afterTasks(1, { durations: known(...USUAL) });
    expect(platform.lists()).toEqual([]);
    expect(platform.polls().length).toBeLessThanOrEqual(6);
  });

  test.each([8, 9, 10])(
    "that takes %d s is noticed within 6 %%, although only one of 7 s is known: the first that end are the shortest",
    async (seconds) => {
      const platform = setUp({ durations: known(7 * SECOND) });
      const { clock, begin } = platform;
      let took = 0;
      const waiting = platform.wait(platform.add({ id: "t1", length: seconds * SECOND })).then(() => {
        took = clock.now() - begin;
      });
      await clock.advance(MINUTE);
      await waiting;
      expect(took).toBeLessThan(1.06 * seconds * SECOND);
    },
  );

  test("teaches how long the next one takes", async () => {
    const platform = setUp();
    for (const id of ["first", "second"]) {
      const waiting = platform.wait(platform.add({ id }));
      await platform.clock.advance(MINUTE);
      await waiting;
    }
    const polls = (id: string) => platform.requests.filter(({ what }) => what === id).length;
    expect(polls("first")).toBeGreaterThan(10);
    expect(polls("second")).toBeLessThanOrEqual(2);
    expect(platform.durations.of("Router create")).toEqual([8 * SECOND, 8 * SECOND]);
  });

  test.each([30 * SECOND, 10 * MINUTE])(
    "that fails early is noticed early, usual length %d",
    async (usual) => {
      const platform = setUp({ durations: known(usual) });
      const { clock, begin } = platform;
      let took = 0;
      const waiting = failureOf(
        platform.wait(platform.add({ id: "t1", length: SECOND, end: { state: "ERROR" } })),
      ).then(() => {
        took = clock.now() - begin;
      });
      await clock.advance(20 * MINUTE);
      await waiting;
      expect(took).toBeLessThanOrEqual(10 * SECOND);
      expect(platform.durations.of("Router create")).toEqual([usual]);
    },
  );
});

describe("a task of a kind whose usual length is not known", () => {
  const TYPE = "create_router";

  /** A platform that has carried out these tasks before. */
  async function afterOthers(others: Partial<PlatformTask>[], durations = new Durations()) {
    const platform = setUp({ durations });
    others.forEach((other, index) => {
      platform.add({ id: `other-${index}`, type: TYPE, ...other });
    });
    await platform.clock.advance(MINUTE);
    return platform;
  }

  async function requestsFor(platform: Platform, length = 8 * SECOND): Promise<string[]> {
    const { add, wait, clock, requests } = platform;
    const waiting = wait(add({ id: "own", type: TYPE, length }));
    await clock.advance(MINUTE);
    await waiting;
    return requests.map(({ what }) => what);
  }

  test("takes about as long as others of its type, which the first poll shows", async () => {
    const platform = await afterOthers(USUAL.map((length) => ({ length })));
    const [first, ...further] = await requestsFor(platform);
    expect(first).toBe("list of 22 from 0");
    expect(new Set(further)).toEqual(new Set(["own"]));
    expect(further.length).toBeLessThanOrEqual(6);
    expect(platform.durations.of("Router create")).toEqual([...USUAL, 8 * SECOND].toSorted((a, b) => a - b));
  });

  test("takes about as long as the last sixteen of them", async () => {
    const lengths = Array.from({ length: 20 }, (_, index) => (10 + index) * SECOND);
    const platform = await afterOthers(lengths.map((length) => ({ length })));
    await requestsFor(platform, 20 * SECOND);
    expect(platform.durations.of("Router create")).not.toContain(14 * SECOND);
    expect(platform.durations.of("Router create")).toContain(15 * SECOND);
  });

  test("is polled alone as soon as the list has taken 2 s", async () => {
    const platform = setUp({ interfere: () => "never" });
    const requests = await requestsFor(platform, 3 * SECOND);
    expect(requests.slice(0, 2)).toEqual(["list of 22 from 0", "own"]);
    expect(platform.polls()[0]?.at).toBeLessThan(2.2 * SECOND);
  });

  test("is polled alone if an earlier run has started it", async () => {
    const { add, waiter, clock, requests } = await afterOthers(USUAL.map((length) => ({ length })));
    const waiting = waiter.wait([add({ id: "own", type: TYPE })], { signal: NEVER, status: () => {} });
    await clock.advance(MINUTE);
    await waiting;
    expect(new Set(requests.map(({ what }) => what))).toEqual(new Set(["own"]));
  });

  test("is polled like any other if the list is missing", async () => {
    const platform = setUp({ lacksList: true });
    expect((await requestsFor(platform)).filter((what) => what !== "own")).toHaveLength(1);
  });

  test.each<[string, Partial<PlatformTask>]>([
    ["of another type", { type: "create_network" }],
    ["of no type", { type: "" }],
    ["that have failed", { end: { state: "ERROR" } }],
    ["without times", { end: { duration: undefined as unknown as number } }],
    ["that are running", { length: 60 * MINUTE }],
    ["that took less than 4 s, because times may be in whole seconds", { length: 3 * SECOND }],
    ["if there are only two", { type: TYPE }],
  ])("learns nothing from tasks %s", async (_, other) => {
    const platform = await afterOthers(other.type === TYPE ? [other, other] : [other, other, other]);
    expect((await requestsFor(platform)).length).toBeGreaterThan(10);
    expect(platform.durations.of("Router create")).toEqual([8 * SECOND]);
  });

  test("prefers what earlier runs have seen", async () => {
    const platform = await afterOthers([{ length: MINUTE }], known(...USUAL));
    expect(new Set(await requestsFor(platform))).toEqual(new Set(["own"]));
    expect(platform.durations.of("Router create")).not.toContain(MINUTE);
  });
});

describe("the bounds of the pauses", () => {
  test.each([[{ min: 2 * SECOND, max: 5 * SECOND }], [{ min: 100, max: SECOND }]])(
    "hold where the length is known: %j",
    async (interval) => {
      const clock = new TestClock();
      const begin = clock.now();
      const times = [begin];
      const waiter = new TaskWaiter({
        async get(id) {
          times.push(clock.now());
          return { id, state: clock.now() - begin >= MINUTE ? "FINISHED" : "RUNNING", created: {} };
        },
        durations: known(30 * SECOND, MINUTE),
        interval,
        clock,
      });
      const waiting = waiter.wait(["t1"], {
        signal: new AbortController().signal,
        kind: "Router create",
        status: () => {},
      });
      await clock.advance(2 * MINUTE);
      await waiting;
      const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(interval.min);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(interval.max);
    },
  );
});

describe("a list that does not have all tasks", () => {
  test("because it lags is polled again before a task is polled alone", async () => {
    const platform = setUp();
    const { add, wait, clock, polls } = platform;
    const waiting = ["t0", "t1"].map((id) => wait(add({ id, lag: 150 })));
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(polls()).toEqual([]);
  });

  test("does not mean that a task is not known", async () => {
    const platform = setUp();
    const { add, wait, clock, polls } = platform;
    const waiting = ["t0", "t1", "t2"].map((id) => wait(add({ id, lag: 60 * MINUTE, length: 5 * MINUTE })));
    await clock.advance(10 * MINUTE);
    expect(await Promise.all(waiting)).toHaveLength(3);
    expect(polls().length).toBeGreaterThan(0);
  });

  test("leaves the decision to polls of the task alone", async () => {
    const { wait, clock } = setUp();
    const waiting = ["t0", "t1"].map((id) => failureOf(wait(id)));
    await clock.advance(2 * MINUTE);
    for (const failure of await Promise.all(waiting)) expect(failure).toBeInstanceOf(TaskNotFound);
  });

  test("because others have begun many tasks is read further: the limit grows, and then pages", async () => {
    const platform = setUp();
    const { add, clock, requests, lists } = platform;
    const waiting = waitForTasks(platform, 10, () => 3 * MINUTE);
    for (let other = 0; other < 1_500; other++) add({ id: `other-${other}`, length: MINUTE });
    await clock.advance(5 * MINUTE);
    await waiting;
    expect(lists().map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "list of 40 from 0",
        "list of 180 from 0",
        "list of 740 from 0",
        "list of 1000 from 0",
        "list of 1000 from 1000",
      ]),
    );
    expect(requests.length).toBeLessThan(100);
  });

  test("with two awaited tasks on the second page costs no polls of tasks alone", async () => {
    const platform = setUp();
    const { add, wait, clock, lists } = platform;
    const old = ["o0", "o1", "o2"].map((id) => wait(add({ id, length: 5 * MINUTE })));
    await clock.advance(SECOND);
    for (let other = 0; other < 990; other++) add({ id: `other-${other}`, length: MINUTE });
    const young = ["y0", "y1"].map((id) => wait(add({ id, length: 5 * MINUTE })));
    await clock.advance(2 * MINUTE);
    for (let other = 0; other < 20; other++) add({ id: `more-${other}`, length: MINUTE });
    await clock.advance(10 * MINUTE);
    await Promise.all([...old, ...young]);
    expect(lists().map(({ what }) => what)).toContain("list of 1000 from 1000");
  });

  test("because the deployment lists the oldest first is soon polled rarely", async () => {
    const others = Array.from({ length: 1_000 }, (_, index) => ({
      id: `old-${index}`,
      state: "FINISHED",
      created: {},
    }));
    const platform = setUp({ interfere: ({ limit }) => others.slice(0, limit) });
    const waiting = waitForTasks(platform, 10, () => 5 * MINUTE);
    await platform.clock.advance(10 * MINUTE);
    await waiting;
    expect(platform.lists().length).toBeLessThanOrEqual(30);
    expect(platform.polls().length).toBeGreaterThan(0);
  });
});

describe("a list that cannot be used", () => {
  test("because the deployment does not have it is asked for once", async () => {
    const platform = setUp({ lacksList: true });
    const waiting = waitForTasks(platform, 10);
    await platform.clock.advance(MINUTE);
    await waiting;
    expect(platform.lists()).toHaveLength(1);
    for (let index = 0; index < 10; index++)
      expect(platform.polls().filter(({ what }) => what === `t${index}`).length).toBeLessThanOrEqual(14);
  });

  test.each([
    ["refuses", refusal(500)],
    ["forbids", refusal(403)],
    ["is not proven to be the API", refusal(404, NotTheApi)],
    ["breaks", new Error("a bug")],
  ])("because the server %s ends no wait: the tasks are polled alone", async (_, error) => {
    const platform = setUp({ interfere: () => error });
    const waiting = waitForTasks(platform, 10);
    await platform.clock.advance(MINUTE);
    expect(await waiting).toHaveLength(10);
    expect(platform.lists()).toHaveLength(1);
    expect(platform.lines).toContain(`not seen yet 0s, task t0 (last poll failed: ${summaryOf(error)})`);
  });

  test("for some time is used again later, after ever longer pauses", async () => {
    const platform = setUp({
      interfere: (_page, age) => (age < 4 * MINUTE ? refusal(503) : undefined),
    });
    const waiting = waitForTasks(platform, 3, () => 10 * MINUTE);
    await platform.clock.advance(15 * MINUTE);
    await waiting;
    const early = platform.lists().filter(({ at }) => at < 4 * MINUTE);
    expect(early.length).toBeGreaterThan(1);
    expect(early.length).toBeLessThanOrEqual(4);
    const lastPoll = platform.polls().at(-1)?.at ?? 0;
    expect(platform.lists().at(-1)?.at).toBeGreaterThan(lastPoll);
  });

  test("because it hangs holds up no wait for longer than half a minute", async () => {
    const clock = new TestClock();
    let isAborted = false;
    const waiter = new TaskWaiter({
      get: async (id) => ({ id, state: "FINISHED", created: {} }),
      list: (_page, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            isAborted = true;
            reject(refusal());
          }),
        ),
      interval: INTERVAL,
      clock,
    });
    const waiting = ["t0", "t1"].map((id) =>
      waiter.wait([id], { signal: new AbortController().signal, status: () => {} }),
    );
    await clock.advance(31 * SECOND);
    expect(await Promise.all(waiting)).toHaveLength(2);
    expect(isAborted).toBe(true);
  });
});

test("ten waits with the same timeout, shorter than the usual time, share one list before their end", async () => {
  const platform = setUp({ durations: known(10 * MINUTE) });
  const { clock, waiter, requests } = platform;
  const wait = { signal: new AbortController().signal, kind: "Router create", status: () => {} };
  const endsAt = clock.now() + 5 * SECOND;
  const waiting = Array.from({ length: 10 }, (_, index) =>
    waiter.wait([platform.add({ id: `t${index}`, length: 3 * SECOND })], { ...wait, endsAt }),
  );
  await clock.advance(5 * SECOND);
  expect(await Promise.all(waiting)).toHaveLength(10);
  expect(requests.map(({ at }) => at)).toEqual([4_500]);
});

describe("the end of the time, while the list is polled", () => {
  function hanging(error: Error) {
    const clock = new TestClock();
    let signal: AbortSignal | undefined;
    const waiter = new TaskWaiter({
      get: async (id) => ({ id, state: "RUNNING", created: {} }),
      list: (_page, given) => {
        signal = given;
        return new Promise((_, reject) => given.addEventListener("abort", () => reject(error)));
      },
      interval: INTERVAL,
      clock,
    });
    const wait = (id: string, end: AbortController) =>
      failureOf<TaskStillRunning>(waiter.wait([id], { signal: end.signal, status: () => {} }));
    return { clock, wait, isEnded: () => signal?.aborted };
  }

  test("of one wait does not end the poll for the others, and that of the last one does", async () => {
    const { clock, wait, isEnded } = hanging(refusal());
    const [one, other] = [new AbortController(), new AbortController()];
    const waits = [wait("t0", one), wait("t1", other)];
    await clock.advance(SECOND);
    one.abort(new Error("enough"));
    expect(await waits[0]).toBeInstanceOf(TaskStillRunning);
    expect(isEnded()).toBe(false);
    other.abort(new Error("the run was cancelled"));
    expect((await waits[1])?.message).toContain(
      "the run was cancelled: the platform's task t1 had not ended after 1s (last state: not seen yet) [task-unfinished]",
    );
    expect(isEnded()).toBe(true);
  });

  test("tells how the platform refused the list until then", async () => {
    const { clock, wait } = hanging(refusal(429));
    const end = new AbortController();
    const waits = [wait("t0", end), wait("t1", end)];
    await clock.advance(SECOND);
    end.abort(new Error("the timeout of 1s has passed"));
    const failures = await Promise.all(waits);
    // The poll belongs to all tasks; it ends with the last of them.
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringContaining("t0 had not ended after 1s"),
      expect.stringContaining("last poll failed: GET /cloud/v1/tasks was answered 429: Out of order."),
    ]);
  });

  test("is no failure of the list: it is used for the next tasks", async () => {
    const clock = new TestClock();
    let lists = 0;
    const waiter = new TaskWaiter({
      get: async (id) => ({ id, state: "RUNNING", created: {} }),
      list: (_page, signal) => {
        lists += 1;
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(refusal())));
      },
      interval: INTERVAL,
      clock,
    });
    for (const ids of [
      ["t0", "t1"],
      ["t2", "t3"],
    ]) {
      const end = new AbortController();
      const waits = ids.map((id) => failureOf(waiter.wait([id], { signal: end.signal, status: () => {} })));
      await clock.advance(SECOND);
      end.abort(new Error("enough"));
      await Promise.all(waits);
    }
    expect(lists).toBe(2);
  });

  test("leaves no timer behind", async () => {
    const platform = setUp();
    const { clock, end, requests } = platform;
    const waiting = Array.from({ length: 10 }, (_, index) =>
      failureOf(platform.wait(platform.add({ id: `t${index}`, length: 10 * MINUTE }))),
    );
    await clock.advance(10 * SECOND);
    end.abort(new Error("enough"));
    await Promise.all(waiting);
    const before = requests.length;
    const pauses = clock.pauses.length;
    await clock.advance(10 * MINUTE);
    expect([requests.length, clock.pauses.length]).toEqual([before, pauses]);
  });
});

describe("ten thousand tasks, a hundred at a time", () => {
  test("cost few requests, one timer at a time, and leave only the last durations", async () => {
    const platform = setUp();
    const { clock } = platform;
    let task = 0;
    const worker = async () => {
      while (task < 10_000) {
        const index = task++;
        await platform.wait(platform.add({ id: `t${index}`, length: spread(index) }));
      }
    };
    const working = Promise.all(Array.from({ length: 100 }, worker));
    await clock.advance(60 * MINUTE);
    await working;
    expect(platform.requests.length).toBeLessThan(0.3 * 10_000);
    // Each request has one timer of the waiter, and one that limits its time.
    expect(clock.pauses.length).toBeLessThan(4 * platform.requests.length);
    expect(platform.durations.of("Router create").length).toBeLessThanOrEqual(16);
  });
});
