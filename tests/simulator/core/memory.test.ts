import { expect, test } from "@jest/globals";
import { z } from "zod";
import { Memory } from "../../../simulator/src/core/memory";

const thing = z.strictObject({ id: z.string(), tags: z.array(z.string()) });

function filled() {
  const memory = new Memory();
  const part = memory.part("things");
  const keyOf = ({ id }: z.infer<typeof thing>): string => id;
  const things = part.records("things", { schema: thing, keyOf, noun: "thing" });
  const count = part.value("count", z.int(), 3);
  return { memory, things, count };
}

test("each change is reported, and a view of an earlier state is not a change", () => {
  const { memory, things, count } = filled();
  let changes = 0;
  memory.changes.listen(() => {
    changes += 1;
  });
  things.set({ id: "a", tags: [] });
  things.remove("a");
  count.set(5);
  expect(changes).toBe(3);
  things.remove("unknown");
  memory.asOf(memory.now(), () => things.set({ id: "dropped", tags: [] }));
  expect([changes, things.all()]).toEqual([3, []]);
});

test("a stored record is a copy that cannot be changed", () => {
  const { things } = filled();
  const given = { id: "a", tags: ["x"] };
  const stored = things.set(given);
  given.tags.push("y");
  expect(() => stored.tags.push("z")).toThrow(TypeError);
  expect(things.get("a")).toEqual({ id: "a", tags: ["x"] });
});
