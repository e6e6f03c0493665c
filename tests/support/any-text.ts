import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));

/** Texts of any Unicode characters. The `binary` of fast-check takes a second, because it first lists all of them. */
export function anyText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...lengths });
}
