import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, isObject } from "../../../sdk/src/util/json";

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe("one text for a value", () => {
  test("is the same whatever the order of keys, at any depth", () => {
    expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("is JSON of that value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("differs where values differ, and where the order of a list does", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: "1" }));
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
  });
});

describe("an object", () => {
  test("is neither null nor a list nor a plain value", () => {
    expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
    expect([null, undefined, [], "a", 1, true].map(isObject)).toEqual(Array(6).fill(false));
  });
});
