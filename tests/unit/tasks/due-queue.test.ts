import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DueQueue } from "../../../sdk/src/tasks/due-queue";

describe("a queue of what is due", () => {
  test("gives first what is due first, whatever was added and taken before", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
        const queue = new DueQueue<{ due: number }>();
        const expected: number[] = [];
        for (const due of steps) {
          if (due === null) expect(queue.take()?.due).toBe(expected.shift());
          else {
            queue.add({ due });
            expected.push(due);
            expected.sort((a, b) => a - b);
          }
          expect(queue.first()?.due).toBe(expected[0]);
        }
      }),
    );
  });

  test("is empty after it was cleared", () => {
    const queue = new DueQueue<{ due: number }>();
    queue.add({ due: 1 });
    queue.clear();
    expect([queue.first(), queue.take()]).toEqual([undefined, undefined]);
  });
});
