import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Json } from "../../../sdk/src/util/json";
import { secretMask } from "../../../sdk/src/util/secrets";

/** A mask with one secret input. */
const maskOf = (value: Json) => secretMask(["secret"], { secret: value, plain: "in the open" });

describe("a text", () => {
  test("is unchanged if no input is secret", () => {
    for (const mask of [secretMask(), secretMask([], { secret: "hunter2" }), secretMask(["other"], { a: 1 })])
      expect(mask("hunter2 is taken, 1 of 5")).toBe("hunter2 is taken, 1 of 5");
  });

  test("keeps the values of inputs that are not secret", () => {
    expect(maskOf("hunter2")("hunter2 in the open")).toBe("[secret] in the open");
  });

  test.each<[string, Json, string, string]>([
    ["a text", "hunter2", 'the name "hunter2" is taken', 'the name "[secret]" is taken'],
    ["a number", 4711, "project 4711 is full", "project [secret] is full"],
    ["a value in an object", { name: "hunter2", on: true }, "hunter2: true", "[secret]: true"],
    ["a value in a list", [{ id: 4711 }, "hunter2"], "4711, hunter2", "[secret], [secret]"],
    ["a text in another case", "Ops@Example.com", "ops@example.com bounces", "[secret] bounces"],
    ["a text with several lines", "first\nsecond", '"first\nsecond"', '"[secret]"'],
    ["a text with several lines, joined to one line", "first\r\n second", '"first second"', '"[secret]"'],
    ["a text of special characters only", "$&", "pay $& go", "pay [secret] go"],
    ["a text that occurs several times", "hunter2", "hunter2/hunter2", "[secret]/[secret]"],
    ["a text in a longer word", "hunter2", "client_hunter2s", "client_[secret]s"],
  ])("does not contain a secret that is %s", (_, secret, text, masked) => {
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
