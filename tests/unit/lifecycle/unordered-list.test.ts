import { describe, expect, test } from "@jest/globals";
import { UnorderedList } from "../../../sdk/src/lifecycle/unordered-list";

interface Port {
  id: string;
  speed?: number;
}

const list = new UnorderedList<Port>({
  keyOf: ({ id }) => id.toLowerCase(),
  same: (declared, actual) => declared.speed === undefined || declared.speed === actual.speed,
});
const ports = (...ids: string[]): Port[] => ids.map((id) => ({ id }));

describe("a list is as declared", () => {
  test.each<[string, Port[], Port[]]>([
    ["in another order", ports("a", "b"), ports("b", "a")],
    ["in another notation", ports("A"), ports("a")],
    ["with a value that is not declared", ports("a"), [{ id: "a", speed: 10 }]],
    [
      "with one of several items that have the key",
      [{ id: "a", speed: 10 }],
      [...ports("a"), { id: "a", speed: 10 }],
    ],
    ["if both are empty", [], []],
  ])("%s", (_, declared, actual) => {
    expect(list.same(declared, actual)).toBe(true);
  });
});

describe("a list is not as declared", () => {
  test.each<[string, Port[], Port[] | undefined]>([
    ["with another item", ports("a"), ports("a", "b")],
    ["without an item", ports("a", "b"), ports("a")],
    ["with another value", [{ id: "a", speed: 10 }], [{ id: "a", speed: 20 }]],
    ["if the platform does not return it", [], undefined],
  ])("%s", (_, declared, actual) => {
    expect(list.same(declared, actual)).toBe(false);
  });
});

test("items without further properties are equal if their keys are", () => {
  const texts = new UnorderedList<string>({ keyOf: (text) => text.trim() });
  expect(texts.same(["a", "a "], ["a"])).toBe(true);
  expect(texts.extra(["a"], [" a", "b"])).toEqual(["b"]);
});

describe("the list to record after a change", () => {
  test.each<[string, Record<"actual" | "recorded" | "declared", Port[]>, Port[]]>([
    [
      "has no item that others added",
      { actual: ports("a", "b"), recorded: [], declared: ports("a") },
      ports("a"),
    ],
    [
      "has an item that others removed",
      { actual: ports("a"), recorded: ports("a", "b"), declared: ports("a", "b") },
      ports("a", "b"),
    ],
    [
      "has the recorded value of an item that others changed",
      {
        actual: [{ id: "a", speed: 20 }],
        recorded: [{ id: "a", speed: 10 }],
        declared: [{ id: "a", speed: 10 }],
      },
      [{ id: "a", speed: 10 }],
    ],
    [
      "has an item that is no longer declared and still exists",
      { actual: ports("a", "b"), recorded: ports("a", "b"), declared: ports("a") },
      ports("a", "b"),
    ],
  ])("%s", (_, { actual, recorded, declared }, expected) => {
    expect(list.record(actual, recorded, declared)).toEqual(expected);
  });
});
