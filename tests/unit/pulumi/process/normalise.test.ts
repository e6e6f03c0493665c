import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { normalise } from "../../../../sdk/src/pulumi/process/normalise";
import { isPlainJson } from "../../../support/plain-json";

/** JSON has only one zero. */
const oneZero = (_key: string, value: unknown) => (Object.is(value, -0) ? 0 : value);
const overTheWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("the result of a handler", () => {
  test("is unchanged if it is plain JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const plain = JSON.parse(JSON.stringify(value), oneZero) as object;
        expect(normalise(plain)).toEqual(plain);
      }),
    );
  });

  test("becomes plain JSON, whatever it contains", () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
      withUnicodeString: true,
    });
    const odd = fc.oneof(
      anything,
      fc.constantFrom<unknown>(
        undefined,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        Symbol("s"),
        () => 1,
        10n ** 30n,
        new Date(Number.NaN),
        new Error("e"),
        /x/,
        Buffer.from("x"),
        new URL("https://example.com"),
        Promise.resolve(1),
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(odd, fc.array(odd))), (value) => {
        const normalised = normalise(value);
        expect(isPlainJson(normalised)).toBe(true);
        expect(JSON.stringify(overTheWire(normalised))).toBe(JSON.stringify(normalised));
        expect(Object.keys(overTheWire(normalised) as object)).toEqual(Object.keys(normalised));
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[string, unknown, unknown]>([
    ["a date", new Date(Date.UTC(2026, 0, 2)), "2026-01-02T00:00:00.000Z"],
    ["an invalid date", new Date(Number.NaN), null],
    ["a bigint", 2n ** 64n, "18446744073709551616"],
    ["NaN", Number.NaN, null],
    ["an infinite number", Number.NEGATIVE_INFINITY, null],
    [
      "a map",
      new Map<unknown, unknown>([
        ["a", 1],
        [2, undefined],
      ]),
      { a: 1 },
    ],
    ["a set", new Set([1, "a"]), [1, "a"]],
    ["undefined in a list", [1, undefined, () => 1], [1, null, null]],
    ["undefined in an object", { a: undefined, b: { c: Symbol("s") } }, { b: {} }],
    ["nothing", null, null],
  ])("with %s becomes its JSON", (_, value, json) => {
    expect(normalise({ value })).toEqual({ value: json });
  });

  test("has no key for undefined", () => {
    expect(Object.keys(normalise({ a: undefined, b: () => 1, c: Symbol("s"), d: null }))).toEqual(["d"]);
  });

  test("may contain itself: it is encoded after the platform has changed, so nothing may throw", () => {
    const cyclic: Record<string, unknown> = { name: "edge" };
    cyclic.self = cyclic;
    const normalised = normalise(cyclic);
    expect(normalised.name).toBe("edge");
    expect(isPlainJson(overTheWire(normalised))).toBe(true);
  });

  test("may contain itself more than once, at any depth", () => {
    const one: Record<string, unknown> = { name: "one" };
    const other: Record<string, unknown> = { name: "other", one, list: [one, one] };
    Object.assign(one, { self: one, other, list: [one, other, [one, other]] });
    const normalised = normalise({ one, other });
    expect(isPlainJson(normalised)).toBe(true);
    expect(normalised).toMatchObject({ one: { name: "one" }, other: { name: "other" } });
  });

  test("may contain the same object twice: both places have it", () => {
    const address = { ip: "10.0.0.1" };
    expect(normalise({ a: address, b: [address, address] })).toEqual({
      a: { ip: "10.0.0.1" },
      b: [{ ip: "10.0.0.1" }, { ip: "10.0.0.1" }],
    });
  });

  test("may have parts that throw when they are read", () => {
    const thorny = {
      name: "edge",
      get status(): string {
        throw new Error("not now");
      },
    };
    expect(normalise({ inner: thorny, name: "edge" })).toMatchObject({ name: "edge" });
  });
});
