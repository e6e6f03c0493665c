import { describe, expect, test } from "@jest/globals";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TaskList } from "../../../../sdk/src/platform/tasks/task-list";
import { TestClock } from "../../../support/clock";

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
  return { limits, read, pause };
}

describe("the number of tasks that are requested", () => {
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

  test("does not exceed 1,000", async () => {
    const { read, limits } = setUp(() => others(5_000));
    for (let count = 0; count < 6; count++) await read("t1");
    expect(Math.max(...limits)).toBe(1_000);
  });
});

test.each<[string, () => Task[] | Error, number]>([
  ["without an awaited task", () => tasks("other"), 1],
  ["that fails", () => new Error("refused"), 30],
])("a list %s pauses, twice as long each time, for at most five minutes", async (_, answer, first) => {
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
