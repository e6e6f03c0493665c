import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { NotTheApi, summaryOf } from "../../../../sdk/src/platform/http/error";
import { type Task, TaskFailed } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";
import { failureOf } from "../../../support/until";
import { MINUTE, QUIET, SECOND } from "./platform";

const HOUR = 60 * MINUTE;
const INTERVAL = { min: 100, max: MINUTE };
const TYPE = "create_router";

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
type Interference = (limit: number, age: number) => Error | Task[] | "never" | undefined;

/** A platform with tasks of 8 s, oldest first, after tasks of the same type that took `earlier`, and the waiter. */
function setUp({
  interfere = () => undefined,
  lacksList = false,
  earlier = [],
}: {
  interfere?: Interference;
  lacksList?: boolean;
  earlier?: number[];
} = {}) {
  const clock = new TestClock();
  const begin = clock.now();
  const tasks: PlatformTask[] = earlier.map((length, index) => ({
    id: `earlier-${index}`,
    type: TYPE,
    begin: begin - HOUR,
    length,
  }));
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
    async list(limit, signal) {
      sent(`list of ${limit}`);
      if (lacksList) return undefined;
      const interference = interfere(limit, clock.now() - begin);
      if (interference instanceof Error) throw interference;
      if (interference === "never") return untilAborted(signal);
      if (interference) return interference;
      const listed = tasks.filter(({ begin: from, lag = 0 }) => clock.now() >= from + lag).reverse();
      return listed.slice(0, limit).map(recordOf);
    },
    interval: INTERVAL,
    clock,
  });
  const add = (task: Partial<PlatformTask> & { id: string }) => {
    tasks.push({ type: TYPE, begin: clock.now(), length: 8 * SECOND, ...task });
    return task.id;
  };
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (id: string) =>
    waiter.wait([id], { signal: end.signal, isNew: true, status: (text) => lines.push(text) });
  const lists = () => requests.filter(({ what }) => what.startsWith("list"));
  const polls = () => requests.filter(({ what }) => !what.startsWith("list"));
  return { clock, begin, add, wait, waiter, requests, lists, polls, lines, end };
}

type Platform = ReturnType<typeof setUp>;

/** Begins so many tasks and waits for them. */
function waitForTasks({ add, wait }: Platform, count: number, lengthAt = (_index: number) => 8 * SECOND) {
  const ids = Array.from({ length: count }, (_, index) => add({ id: `t${index}`, length: lengthAt(index) }));
  return Promise.all(ids.map(wait));
}

/** The same, on a platform of its own, until all have ended. */
async function afterTasks(
  count: number,
  options?: Parameters<typeof setUp>[0],
  lengthAt?: (index: number) => number,
) {
  const platform = setUp(options);
  const waiting = waitForTasks(platform, count, lengthAt);
  await platform.clock.advance(MINUTE);
  return { platform, ended: await waiting };
}

/** The tasks take 8 s ± 20 %. */
const spread = (index: number) => 6_400 + ((index * 1_733) % 3_200);

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(platformError({})));
  });
}

const USUAL = [6_400, 7_000, 7_500, 8_000, 8_400, 9_000, 9_600];

describe("tasks that are awaited at the same time", () => {
  test.each([
    [10, 1],
    [100, 0.3],
  ])("%d cost at most %d requests each, and all come from the list", async (count, most) => {
    const { platform, ended } = await afterTasks(count, { earlier: USUAL }, spread);
    expect(ended.map(([task]) => task?.id)).toEqual(Array.from({ length: count }, (_, index) => `t${index}`));
    expect(platform.requests.length / count).toBeLessThanOrEqual(most);
  });

  test("end with an error, or finished, as the list has them", async () => {
    const platform = setUp();
    const { add, wait, clock } = platform;
    const good = wait(add({ id: "good", end: { created: { routers: ["r1"] } } }));
    const bad = failureOf<TaskFailed>(wait(add({ id: "bad", end: { state: "ERROR", error: "Quota" } })));
    await clock.advance(MINUTE);
    expect(await good).toEqual([
      { id: "good", type: TYPE, state: "FINISHED", created: { routers: ["r1"] }, duration: 8 * SECOND },
    ]);
    expect(await bad).toBeInstanceOf(TaskFailed);
    expect((await bad).message).toContain("Quota");
    expect(platform.polls()).toEqual([]);
  });

  test("that are not due are polled and reported with those that are", async () => {
    const platform = setUp({ earlier: [MINUTE] });
    const { add, wait, clock, lines, polls, lists } = platform;
    const slow = wait(add({ id: "slow", length: 5 * SECOND }));
    const quick = ["a", "b"].map((id) => wait(add({ id, type: "create_network", length: 9 * SECOND })));
    await clock.advance(8 * SECOND);
    await slow;
    expect(polls()).toEqual([]);
    expect(lists().length).toBeGreaterThan(2);
    const ofSlow = lines.filter((line) => line.endsWith("task slow"));
    expect(ofSlow.slice(0, 2)).toEqual(["accepted, task slow", "RUNNING, task slow"]);
    expect(ofSlow.at(-1)).toBe("FINISHED, task slow");
    await clock.advance(MINUTE);
    await Promise.all(quick);
  });
});

describe("one task", () => {
  /** The requests for one task of this length, and how long the wait took. */
  async function waitForOne(platform: Platform, length = 8 * SECOND, end: Partial<Task> = {}) {
    const { add, wait, clock, requests } = platform;
    requests.length = 0;
    const id = `own-${clock.now()}`;
    const since = clock.now();
    const waiting = wait(add({ id, length, end })).catch((error: Error) => error);
    let took = 0;
    void waiting.then(() => {
      took = clock.now() - since;
    });
    await clock.advance(20 * MINUTE);
    await waiting;
    return { requests: requests.map(({ what }) => (what === id ? "own" : what)), took };
  }

  test("is found in the list at first, and then polled alone", async () => {
    const { requests } = await waitForOne(setUp({ earlier: USUAL }));
    const [first, ...further] = requests;
    expect(first).toBe("list of 22");
    expect(new Set(further)).toEqual(new Set(["own"]));
    expect(further.length).toBeLessThanOrEqual(4);
  });

  test.each([8, 9, 10])("that takes %d s is noticed within 7 %% after others took 8 s", async (seconds) => {
    const { took } = await waitForOne(setUp({ earlier: [8 * SECOND] }), seconds * SECOND);
    expect(took).toBeLessThan(1.07 * seconds * SECOND);
  });

  test("shows how long the next one takes, also if the deployment does not list tasks", async () => {
    const platform = setUp({ lacksList: true });
    expect((await waitForOne(platform)).requests.length).toBeGreaterThan(10);
    expect((await waitForOne(platform)).requests.length).toBeLessThanOrEqual(4);
  });

  test("is polled alone once the list has taken 30 s", async () => {
    const platform = setUp({ interfere: () => "never" });
    const { requests, took } = await waitForOne(platform, 3 * SECOND);
    expect(requests).toEqual(["list of 22", "own"]);
    expect(took).toBeLessThan(31 * SECOND);
  });

  test("that an earlier run has started is polled alone, as if no usual time were known", async () => {
    const platform = setUp({ earlier: [10 * MINUTE] });
    const { add, waiter, clock, requests } = platform;
    const waiting = waiter.wait([add({ id: "old", length: MINUTE })], QUIET);
    await clock.advance(1.25 * MINUTE);
    expect(await waiting).toHaveLength(1);
    expect(new Set(requests.map(({ what }) => what))).toEqual(new Set(["old"]));
  });

  test.each([1, -1])("ignores a usual time that the wait cannot last for: %d", async (sign) => {
    const platform = setUp({ earlier: [50 * MINUTE] });
    const { add, waiter, clock } = platform;
    const endsAt = clock.now() + 50 * MINUTE + sign * MINUTE;
    const wait = { ...QUIET, isNew: true, endsAt };
    let took = 0;
    const waiting = waiter.wait([add({ id: "own", length: 50 * SECOND })], wait).then(() => {
      took = clock.now();
    });
    await clock.advance(5 * MINUTE);
    await waiting;
    const isIgnored = took < 1.25 * 50 * SECOND;
    expect(isIgnored).toBe(sign < 0);
  });
});

describe("a list that does not have all tasks", () => {
  test("because it lags is read again, and the tasks are polled alone until then", async () => {
    const platform = setUp();
    const { add, wait, clock, polls, lists } = platform;
    const waiting = ["t0", "t1"].map((id) => wait(add({ id, lag: 2 * SECOND })));
    await clock.advance(MINUTE);
    await Promise.all(waiting);
    expect(Math.max(...polls().map(({ at }) => at))).toBeLessThan(5 * SECOND);
    expect(lists().at(-1)?.at).toBeGreaterThan(7 * SECOND);
  });

  test("does not mean that a task is not known", async () => {
    const platform = setUp();
    const { add, wait, clock, polls } = platform;
    const waiting = ["t0", "t1", "t2"].map((id) => wait(add({ id, lag: 60 * MINUTE, length: 5 * MINUTE })));
    await clock.advance(10 * MINUTE);
    expect(await Promise.all(waiting)).toHaveLength(3);
    expect(polls().length).toBeGreaterThan(0);
  });
});

describe("a list that cannot be used", () => {
  test("because the deployment does not have it is asked for once", async () => {
    const { platform } = await afterTasks(10, { lacksList: true });
    expect(platform.lists()).toHaveLength(1);
    for (let index = 0; index < 10; index++)
      expect(platform.polls().filter(({ what }) => what === `t${index}`).length).toBeLessThanOrEqual(14);
  });

  test.each([
    ["refuses", platformError({ status: 500 })],
    ["forbids", platformError({ status: 403 })],
    [
      "is not proven to be the API",
      new NotTheApi({ ...platformError({ status: 404 }), kind: REPLIES.serverError }),
    ],
    ["breaks", new Error("a bug")],
  ])("because the server %s ends no wait: the tasks are polled alone", async (_, error) => {
    const { platform, ended } = await afterTasks(10, { interfere: () => error });
    expect(ended).toHaveLength(10);
    expect(platform.lists()).toHaveLength(1);
    expect(platform.lines).toContain(`accepted, task t0 (last poll failed: ${summaryOf(error)})`);
  });
});

test("the end of the time, while the list is polled, leaves no timer behind", async () => {
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
