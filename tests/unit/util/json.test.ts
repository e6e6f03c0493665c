import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, isObject, jsonText, parseJson, plainJson } from "../../../sdk/src/util/json";
import { isPlainJson } from "../../support/plain-json";

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe("the canonical text of a value", () => {
  test("does not depend on the order of keys, at any depth", () => {
    expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  test("can be parsed as JSON of the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("differs if values differ, and if the order of a list differs", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: "1" }));
    expect(canonicalJson({ a: null })).not.toBe(canonicalJson({}));
  });
});

test("an object is not null, a list or a primitive value", () => {
  expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
  expect([null, undefined, [], "a", 1, true].map(isObject)).toEqual(Array(6).fill(false));
});

describe("the value of a JSON text", () => {
  test("has integers that JavaScript would round as texts of their digits", () => {
    expect(
      parseJson(
        '{"id":9007199254740993,"list":[-12345678901234567890 ,\n1234567890123456789012345],"safe":9007199254740991}',
      ),
    ).toEqual({
      id: "9007199254740993",
      list: ["-12345678901234567890", "1234567890123456789012345"],
      safe: 9007199254740991,
    });
    expect(parseJson("12345678901234567890")).toBe("12345678901234567890");
  });

  test("has fractions, exponents, and digits in strings and keys as they are", () => {
    const text =
      '{"a":[1.2345678901234567,12345678901234567890.5,12345678901234567e3,1e-12345678901234567],' +
      '"b\\\\":"x\\",1234567890123456789,\\\\","12345678901234567":12345678901234567}';
    expect(parseJson(text)).toEqual({
      ...(JSON.parse(text) as object),
      "12345678901234567": "12345678901234567",
    });
  });

  test("does not exist if the text is not JSON, also with long numbers", () => {
    const long = "12345678901234567";
    const texts = ["", `00${long}`, `[${long} ${long}]`, `[${long}`, `+${long}`, "-", `"${long}`, '["a\\'];
    for (const text of texts) expect(parseJson(text)).toBeUndefined();
  });

  /** The text of a number that JavaScript rounds. */
  const digitsOf = (_name: string, value: unknown) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && !`${value}`.includes("e") ? `${value}` : value;

  test("equals that of JSON.parse for any other text", () => {
    const long = fc.bigInt({ min: 10n ** 15n, max: 10n ** 25n });
    const value = fc.oneof(
      fc.json(),
      fc.double().map(String),
      fc.string().map((text) => JSON.stringify(text)),
    );
    fc.assert(
      fc.property(fc.array(value), fc.array(long), (values, longs) => {
        const text = `[[${values.join(",")}],[${longs.join(" , ")}]]`;
        if (/NaN|Infinity/.test(text)) return;
        const [plain] = JSON.parse(text, digitsOf) as [unknown];
        expect((parseJson(text) as [unknown])[0]).toEqual(plain);
        expect((parseJson(text) as [unknown, unknown[]])[1].map(String)).toEqual(longs.map(String));
      }),
    );
  });
});

test("a value that is too deeply nested for JSON still has a text", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown;
  expect([jsonText({ a: 1 }), jsonText(undefined), jsonText(deep)]).toEqual(['{"a":1}', "undefined", "…"]);
});

describe("an object as plain JSON", () => {
  test("stays the same if it is plain JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.stringify(plainJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  test("can be made of any content, and nothing is thrown", () => {
    const types = { withBigInt: true, withDate: true, withMap: true, withSet: true, withSparseArray: true };
    const others = [Number.NaN, Symbol("s"), () => 1, new Date(Number.NaN), new Error("e"), /x/];
    const [anything, odd] = [fc.anything(types), fc.constantFrom<unknown>(...others)];
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(anything, odd, fc.array(odd))), (value) => {
        expect(isPlainJson(plainJson(value))).toBe(true);
      }),
    );
  });

  test("omits a property that contains itself, is nested too deeply or throws", () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    const value = {
      name: "edge",
      circular,
      deep,
      get status(): string {
        throw new Error("not now");
      },
    };
    expect(plainJson(value)).toStrictEqual({ name: "edge" });
  });
});
