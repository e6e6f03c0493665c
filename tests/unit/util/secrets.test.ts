import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Json } from "../../../sdk/src/util/json";
import { createMask, secretMask } from "../../../sdk/src/util/secrets";
import { anyText } from "../../support/any-text";

/** A mask with one secret input. */
const maskOf = (value: Json) => secretMask(["secret"], { secret: value, plain: "in the open" });

describe("a text", () => {
  test("stays the same if no input is secret", () => {
    for (const mask of [secretMask(), secretMask([], { secret: "hunter2" }), secretMask(["other"], { a: 1 })])
      expect(mask("hunter2 is taken, 1 of 5")).toBe("hunter2 is taken, 1 of 5");
  });

  test("keeps the values of inputs that are not secret", () => {
    expect(maskOf("hunter2")("hunter2 in the open")).toBe("[secret] in the open");
  });

  test.each<[string, Json, string, string]>([
    ["a number", 4711, "project 4711 is full", "project [secret] is full"],
    ["a value in an object", { name: "hunter2", on: true }, "hunter2: true", "[secret]: true"],
    ["a value in a list", [{ id: 4711 }, "hunter2"], "4711, hunter2", "[secret], [secret]"],
    ["a text in another case", "Ops@Example.com", "ops@example.com bounces", "[secret] bounces"],
    ["a text of special characters only", "$&", "pay $& go", "pay [secret] go"],
    ["a text that occurs several times", "hunter2", "hunter2/hunter2", "[secret]/[secret]"],
  ])("contains no secret that is %s", (_, secret, text, masked) => {
    expect(maskOf(secret)(text)).toBe(masked);
  });

  test.each<[string, Json, string]>([
    ["a number in another one", 5, "15 of 50 for 5m"],
    ["a short text in words", "on", "one action, not done"],
    ["an empty value", [true, false, null, "", {}], "true, false, null, {}"],
  ])("still contains %s", (_, secret, text) => {
    expect(maskOf(secret)(text)).toBe(text);
  });

  test("contains neither the old value nor the new one of a changed secret", () => {
    const mask = secretMask(["name"], { name: "hunter3" }, { name: "hunter2", other: "plain" });
    expect(mask("hunter2 to hunter3, plain")).toBe("[secret] to [secret], plain");
  });

  test("contains no part of a secret that begins with another secret", () => {
    const mask = secretMask(["a", "b"], { a: "hunter", b: "hunter-two" });
    expect(mask("hunter-two and hunter")).toBe("[secret] and [secret]");
  });
});

test("a secret of four characters or more is in no text, whatever is around it", () => {
  const signs = fc.constantFrom(...' \n\t\u0001"\\/%$&.*+?^|()[]{}-');
  const unit = fc.oneof(signs, fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }));
  const secret = fc.string({ unit, minLength: 4, maxLength: 40 }).filter((text) => text.trim().length >= 4);
  const around = fc.string({ unit, maxLength: 20 });
  fc.assert(
    fc.property(secret, around, around, (value, before, after) => {
      // Skips texts that contain the secret by chance, and secrets that the mask contains.
      fc.pre(!"[secret]".includes(value.toLowerCase()) && !(before + after).includes(value));
      const mask = maskOf(value);
      for (const spelt of [
        value,
        JSON.stringify(value),
        encodeURIComponent(value),
        value.replace(/\s+/g, " "),
      ]) {
        const masked = mask(before + spelt + after);
        expect(masked).toContain("[secret]");
        expect(masked.split("[secret]").join("\n")).not.toContain(spelt);
      }
    }),
    { numRuns: 300 },
  );
});

/** A mask for the API key, as the transport has. */
const createRedactor = (key: string) => createMask([key], "[api key]");

const KEY = '12345$Th1s/key+has"odd\\signs&<>=';

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const everyCharacter = (text: string, write: (code: number) => string) =>
  [...text].map((character) => write(character.charCodeAt(0))).join("");
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const escaped = (text: string) => everyCharacter(text, (code) => `\\u${hex(code, 4)}`);
const slashed = (text: string) => json(text).replaceAll("/", "\\/");
const goLike = (text: string) => json(text).replace(/[&<>]/g, (sign) => escaped(sign));
const percent = (text: string) => everyCharacter(text, (code) => `%${hex(code, 2)}`);

/** Forms in which a platform or a gateway may quote a key. */
const ENCODINGS: Record<string, (key: string) => string> = {
  "as it is": (key) => key,
  "as JSON": json,
  "as JSON with escaped slashes": slashed,
  "as JSON with & < > as numbers": goLike,
  "as JSON with every character as a number": escaped,
  "the same, with large letters": (key) => everyCharacter(key, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  "as JSON within JSON": (key) => json(json(key)),
  "as JSON within JSON within JSON": (key) => json(json(json(key))),
  "as escaped JSON within JSON": (key) => json(escaped(key)),
  "as JSON with escaped slashes within JSON": (key) => slashed(slashed(key)),
  "in a URL": encodeURIComponent,
  "in a URL, with small letters": (key) =>
    encodeURIComponent(key).replace(/%../g, (octet) => octet.toLowerCase()),
  "in a URL with every character escaped": percent,
  "in a URL within a URL": (key) => encodeURIComponent(encodeURIComponent(key)),
};

const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 300,
});

test("the key is removed in every form, whatever characters it has", () => {
  fc.assert(
    fc.property(keys, (key) => {
      const redact = createRedactor(key);
      for (const encode of Object.values(ENCODINGS)) {
        const left = redact(`<${encode(key)}, ${encode(key)}>`);
        expect(left.match(/\[api key\]/g)).toHaveLength(2);
        expect(left.length).toBeLessThanOrEqual("<[api key], [api key]>".length + 4);
      }
    }),
    { numRuns: 100, examples: [[KEY]] },
  );
});

test("a text without the key is unchanged", () => {
  const redact = createRedactor(KEY);
  const text = fc.oneof(fc.string(), anyText(), fc.json());
  fc.assert(
    fc.property(text, (quotedText) => {
      expect(redact(quotedText)).toBe(quotedText);
    }),
    { numRuns: 1_000 },
  );
});

test("the text around the key is unchanged", () => {
  const quotedText = JSON.stringify({
    name: 'ro\\u0041"uter',
    path: "/a%20b",
    key: KEY,
    html: "&amp;",
    n: "\u00e9",
  });
  expect(createRedactor(KEY)(quotedText)).toBe(quotedText.replace(json(KEY), "[api key]"));
});
