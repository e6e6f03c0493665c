import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, isObject, jsonText, parseJson } from "../../../sdk/src/util/json";

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

describe("the value of a JSON text", () => {
  test("has whole numbers that JavaScript would round as texts of their digits", () => {
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

  test("has fractions, powers and digits within texts and names as they are", () => {
    const text =
      '{"a":[1.2345678901234567,12345678901234567890.5,12345678901234567e3,1e-12345678901234567],' +
      '"b\\\\":"x\\",1234567890123456789,\\\\","12345678901234567":12345678901234567}';
    expect(parseJson(text)).toEqual({
      ...(JSON.parse(text) as object),
      "12345678901234567": "12345678901234567",
    });
  });

  test("is none where the text is no JSON, also with long numbers in it", () => {
    for (const text of [
      "",
      "0012345678901234567",
      "[12345678901234567 12345678901234567]",
      "[12345678901234567",
      "+12345678901234567",
      "-",
      '"12345678901234567',
      '["a\\',
    ])
      expect(parseJson(text)).toBeUndefined();
  });

  /** A number that is rounded, as the text that it was written from. */
  const digitsOf = (_name: string, value: unknown) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && !`${value}`.includes("e") ? `${value}` : value;

  test("is what JSON.parse makes of it, whatever it is", () => {
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

test("a value that is nested deeper than can be written out has a text all the same", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as unknown;
  expect([jsonText({ a: 1 }), jsonText(undefined), jsonText(deep)]).toEqual(['{"a":1}', "undefined", "…"]);
});
