import { expect, test } from "@jest/globals";
import { UnorderedList } from "../../../sdk/src/operation/unordered-list";

interface Port {
  id: string;
  speed?: number;
}

const list = new UnorderedList<Port>(({ id }) => id, {
  same: (declared, actual) => declared.speed === actual.speed,
});

const [slow, fast] = [
  { id: "a", speed: 10 },
  { id: "a", speed: 20 },
];

// tests/unit/resources/router/plan.test.ts has what differs between lists of subnets and of routes.
test("a list is as declared if one of several items that have the key is", () => {
  expect(list.same([slow], [fast, slow])).toBe(true);
  expect(list.same([slow], [fast])).toBe(false);
});

// tests/unit/operation/properties.test.ts has items that others have added or removed.
test("the list to record after a change has the recorded value of a changed item", () => {
  expect(list.record([fast], [slow], [slow])).toEqual([slow]);
});
