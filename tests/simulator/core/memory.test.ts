import { expect, test } from "@jest/globals";
import { z } from "zod";
import { Memory } from "../../../simulator/src/core/memory";

const thing = z.strictObject({ id: z.string(), size: z.int() });

function filled() {
  const memory = new Memory();
  const part = memory.part("things");
  const things = part.records("things", thing, ({ id }) => id);
  const lost = part.ids("lost", z.string());
  const count = part.value("count", z.int(), 3);
  return { memory, things, lost, count };
}

test("saved values are loaded unchanged", () => {
  const { memory, things, lost, count } = filled();
  things.set("a", { id: "a", size: 1 }).set("b", { id: "b", size: 2 });
  lost.add("c");
  count.set(4);
  const saved = JSON.parse(JSON.stringify(memory.save()));
  expect(saved).toEqual({
    format: 1,
    areas: {
      things: {
        things: [
          { id: "a", size: 1 },
          { id: "b", size: 2 },
        ],
        lost: ["c"],
        count: 4,
      },
    },
  });
  const other = filled();
  other.things.set("z", { id: "z", size: 9 });
  other.memory.load(other.memory.schema().parse(saved));
  expect([...other.things]).toEqual([...things]);
  expect([[...other.lost], other.count.get()]).toEqual([["c"], 4]);
});

test.each([
  ["another format", { format: 2, areas: {} }],
  ["an unknown part", { format: 1, areas: { others: {} } }],
  ["an unknown value", { format: 1, areas: { things: { others: [] } } }],
  ["an invalid record", { format: 1, areas: { things: { things: [{ id: "a" }] } } }],
])("the schema refuses %s", (_, saved) => {
  expect(filled().memory.schema().safeParse(saved).success).toBe(false);
});

test("each change is reported, and a view of an earlier state is not a change", () => {
  const { memory, things, lost, count } = filled();
  let changes = 0;
  memory.onChange(() => {
    changes += 1;
  });
  const expectChange = (change: () => void): void => {
    const before = changes;
    change();
    expect(changes).toBeGreaterThan(before);
  };
  expectChange(() => things.set("a", { id: "a", size: 1 }));
  expectChange(() => things.delete("a"));
  expectChange(() => things.clear());
  expectChange(() => lost.add("a"));
  expectChange(() => lost.delete("a"));
  expectChange(() => lost.clear());
  expectChange(() => count.set(5));
  const before = changes;
  things.delete("unknown");
  lost.delete("unknown");
  const moment = memory.now();
  expect(memory.asOf(moment, () => things.size)).toBe(0);
  expect(changes).toBe(before);
});

test("a view of an earlier state has the old values, except for records that do not lag", () => {
  const { memory, things } = filled();
  const current = memory.part("tasks").records("tasks", thing, ({ id }) => id, { lagging: false });
  const moment = memory.now();
  things.set("a", { id: "a", size: 1 });
  current.set("a", { id: "a", size: 1 });
  expect(memory.asOf(moment, () => [things.size, current.size])).toEqual([0, 1]);
  expect(things.size).toBe(1);
});

test("two values with the same name are an error", () => {
  const { memory } = filled();
  expect(() => memory.part("things").ids("lost", z.string())).toThrow('already has a value "lost"');
});
