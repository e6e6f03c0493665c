import { describe, expect, test } from "@jest/globals";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TaskList } from "../../../../sdk/src/platform/tasks/task-list";
import { TestClock } from "../../../support/clock";
import { failureOf } from "../../../support/until";

const SECOND = 1_000;

const tasks = (...ids: string[]): Task[] => ids.map((id) => ({ id, state: "RUNNING", created: {} }));
const others = (count: number) => tasks(...Array.from({ length: count }, (_, index) => `other-${index}`));

/** A list with these tasks, newest first. */
function setUp(answer: () => Task[] | Error | undefined) {
  const clock = new TestClock();
  const limits: number[] = [];
  const list = new TaskList(async (limit) => {
    limits.push(limit);
    const all = answer();
    if (all instanceof Error) throw all;
    return all?.slice(0, limit);
  }, clock);
  const read = (...awaited: string[]) => list.read(new Set(awaited), new AbortController());
  /** How long the list is not used from now on. */
  const pause = async () => {
    const since = clock.now();
    while (!list.isUsable) await clock.advance(SECOND);
    return clock.now() - since;
  };
  return { clock, limits, list, read, pause };
}

describe("the number of tasks that are requested", () => {
  test("leaves room for tasks of others", async () => {
    const { read, limits } = setUp(() => tasks("t1"));
    await read("t1");
    await read("t1", "t2", "t3");
    expect(limits).toEqual([22, 26]);
  });

  test("grows until the list reaches the oldest awaited task, and follows its position", async () => {
    let all = [...others(300), ...tasks("t1")];
    const { read, limits } = setUp(() => all);
    for (let count = 0; count < 4; count++) await read("t1");
    expect(limits).toEqual([22, 108, 452, 622]);
    all = tasks("t1");
    await read("t1");
    await read("t1");
    expect(limits.slice(4)).toEqual([622, 22]);
  });

  test("is at most 1,000", async () => {
    const { read, limits } = setUp(() => others(5_000));
    for (let count = 0; count < 6; count++) await read("t1");
    expect(Math.max(...limits)).toBe(1_000);
  });

  test("stays the same if the list is complete and lacks the task, because it lags", async () => {
    const { read, limits } = setUp(() => others(3));
    await read("t1");
    await read("t1");
    expect(limits).toEqual([22, 22]);
  });
});

describe("a list", () => {
  test("with one awaited task is used again at once", async () => {
    const { read, list } = setUp(() => tasks("t2"));
    expect(await read("t1", "t2")).toHaveLength(1);
    expect(list.isUsable).toBe(true);
  });

  test("that the deployment does not have is not requested again", async () => {
    const { clock, read, list } = setUp(() => undefined);
    expect(await read("t1")).toEqual([]);
    await clock.advance(24 * 3_600 * SECOND);
    expect(list.isUsable).toBe(false);
  });

  test.each<[string, () => Task[] | Error, number]>([
    ["without an awaited task", () => tasks("other"), 1],
    ["that fails", () => new Error("refused"), 30],
  ])("%s pauses, twice as long each time, for at most five minutes", async (_, answer, first) => {
    let current = answer;
    const { read, pause } = setUp(() => current());
    const pauses: number[] = [];
    for (let count = 0; count < 12; count++) {
      await read("t1").catch(() => {});
      pauses.push((await pause()) / SECOND);
    }
    expect(pauses.slice(0, 3)).toEqual([first, 2 * first, 4 * first]);
    expect(pauses.at(-1)).toBe(300);
    current = () => tasks("t1");
    await read("t1");
    current = answer;
    await read("t1").catch(() => {});
    expect((await pause()) / SECOND).toBe(first);
  });

  test("that takes longer than 30 s is aborted, and has failed", async () => {
    const clock = new TestClock();
    const hang = (_limit: number, signal: AbortSignal) =>
      new Promise<Task[]>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const list = new TaskList(hang, clock);
    const failure = failureOf(list.read(new Set(["t1"]), new AbortController()));
    await clock.advance(30 * SECOND);
    expect((await failure).message).toBe("the timeout of 30s has passed");
    expect(list.isUsable).toBe(false);
  });

  test("that its caller aborts has not failed", async () => {
    const { list, clock } = setUp(() => tasks("t1"));
    const end = new AbortController();
    end.abort(new Error("enough"));
    const aborted = new TaskList(() => Promise.reject(end.signal.reason), clock);
    expect((await failureOf(aborted.read(new Set(["t1"]), end))).message).toBe("enough");
    expect([list.isUsable, aborted.isUsable]).toEqual([true, true]);
  });
});
