import { expect, test } from "@jest/globals";
import { UnorderedList } from "../../../sdk/src/lifecycle/unordered-list";

interface Port {
  id: string;
  speed?: number;
}

const list = new UnorderedList<Port>({
  keyOf: ({ id }) => id.toLowerCase(),
  same: (declared, actual) => declared.speed === undefined || declared.speed === actual.speed,
});

const [a, b] = [{ id: "a" }, { id: "b" }];
const [slow, fast] = [
  { id: "a", speed: 10 },
  { id: "a", speed: 20 },
];

test.each<[boolean, string, Port[], Port[] | undefined]>([
  [true, "in another order and notation", [{ id: "A" }, b], [b, a]],
  [true, "with a value that is not declared", [a], [slow]],
  [true, "with one of several items that have the key", [slow], [a, slow]],
  [false, "with another item", [a], [a, b]],
  [false, "without an item", [a, b], [a]],
  [false, "with another value", [slow], [fast]],
  [false, "if the platform does not return it", [], undefined],
])("a list is as declared (%s): %s", (expected, _, declared, actual) => {
  expect(list.same(declared, actual)).toBe(expected);
});

// tests/unit/lifecycle/properties.test.ts has items that others have added or removed.
test("the list to record after a change has the recorded value of a changed item", () => {
  expect(list.record([fast], [slow], [slow])).toEqual([slow]);
});
