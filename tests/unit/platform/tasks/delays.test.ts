import { describe, expect, test } from "@jest/globals";
import { nextPause, UsualTimes } from "../../../../sdk/src/platform/tasks/delays";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TestClock } from "../../../support/clock";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The ages at which something is polled until this age, if polls take no time. */
function pollsUntil(end: number, usual: number | undefined, chance = 0.5): number[] {
  const clock = new TestClock();
  clock.chance = chance;
  const ages: number[] = [];
  for (let age = 0; ; ) {
    age += nextPause(age, usual, clock);
    if (age > end) return ages;
    ages.push(Math.round(age));
  }
}

describe("the pause until the next poll", () => {
  test("grows to a quarter of the age if no usual time is known, after pauses that double up to 500 ms", () => {
    expect(pollsUntil(8 * SECOND, undefined)).toEqual([
      100, 200, 400, 800, 1_300, 1_800, 2_300, 2_875, 3_594, 4_492, 5_615, 7_019,
    ]);
  });

  test("ends at 90 % of the usual time, and is 6 % of the age from then on", () => {
    expect(pollsUntil(9 * SECOND, 8 * SECOND)).toEqual([7_200, 7_632, 8_090, 8_575]);
  });

  test("lasts 10 s at most at first, and doubles, so that early failures are noticed", () => {
    expect(pollsUntil(10 * MINUTE, 10 * MINUTE).map((age) => age / SECOND)).toEqual([
      10, 30, 70, 150, 310, 540, 572.4,
    ]);
  });

  test.each([undefined, 0, 8 * SECOND, 10 * MINUTE])("stays within its bounds, usual time %j", (usual) => {
    for (const chance of [0, 0.5, 0.999]) {
      const ages = [0, ...pollsUntil(24 * 60 * MINUTE, usual, chance)];
      const pauses = ages.slice(1).map((age, index) => age - (ages[index] as number));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(4 * MINUTE);
    }
  });
});

describe("the usual time of a type", () => {
  const task = (id: number, duration?: number, more: Partial<Task> = {}): Task => ({
    id: `t${id}`,
    type: "create",
    state: "FINISHED",
    created: {},
    ...(duration !== undefined && { duration }),
    ...more,
  });

  function usualOf(...tasks: Task[]): number | undefined {
    const times = new UsualTimes();
    for (const one of tasks) times.record(one);
    return times.of("create");
  }

  test.each([
    [[], undefined],
    [[8_000], 8_000],
    [[600_000, 8_000], 8_000],
    [[9_000, 600_000, 7_000], 9_000],
    [[10_000, 9_000, 8_000, 600_000], 9_000],
    [[0], 0],
  ])("equals the median, or the lower one of two: %j", (durations, usual) => {
    expect(usualOf(...durations.map((duration, index) => task(index, duration)))).toBe(usual);
  });

  test("counts only finished tasks of this type with times", () => {
    const others = [
      task(2, 2_000, { type: "delete" }),
      task(3, 5_000, { type: undefined }),
      task(4, 5_000, { state: "ERROR" }),
      task(5, 5_000, { state: "RUNNING" }),
      task(6),
    ];
    expect([usualOf(task(1, 8_000), ...others), usualOf(...others)]).toEqual([8_000, undefined]);
  });
});
