import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createMask } from "../../../sdk/src/util/secrets";
import { anyText } from "../../support/any-text";

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
const html = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES]);
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

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
  "in a page": html,
  "in a page, as decimal numbers": (key) => everyCharacter(key, (code) => `&#${code};`),
  "in a page, as hexadecimal numbers": (key) => everyCharacter(key, (code) => `&#x${hex(code, 4)};`),
  "as a page within JSON": (key) => goLike(html(key)),
  "in base64": base64,
  "in base64 without padding": (key) => base64(key).replace(/=+$/, ""),
  "in base64url": (key) => Buffer.from(key).toString("base64url"),
  "in base64 within JSON with escaped slashes": (key) => slashed(base64(key)),
  "in base64 in a URL": (key) => encodeURIComponent(base64(key)),
};

const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
  maxLength: 300,
});

test.each(Object.entries(ENCODINGS))("the key %s is removed from a text, at every place", (_, encode) => {
  const quoted = encode(KEY);
  expect(createRedactor(KEY)(`key ${quoted}, ${quoted}, not valid`)).toBe(
    "key [api key], [api key], not valid",
  );
});

test("the key is removed in every form, whatever characters it has", () => {
  fc.assert(
    fc.property(keys, (key) => {
      const redact = createRedactor(key);
      for (const encode of Object.values(ENCODINGS)) {
        const left = redact(`<${encode(key)}>`);
        expect(left).toContain("[api key]");
        expect(left.length).toBeLessThanOrEqual("<[api key]>".length + 2);
      }
    }),
    { numRuns: 100 },
  );
});

describe("the key in base64 together with other text", () => {
  test.each(["apikey ", "Authorization: apikey ", "user:", "x"])("after %s", (before) => {
    fc.assert(
      fc.property(keys, fc.string(), (key, after) => {
        const redact = createRedactor(key);
        for (const encoding of ["base64", "base64url"] as const) {
          const left = redact(Buffer.from(before + key + after).toString(encoding));
          expect(left).toContain("[api key]");
          // The encoding of a character that the key shares with its neighbour looks like that of the neighbour.
          const around = Math.ceil(((before.length + Buffer.byteLength(after)) * 8) / 6) + 4;
          expect(left.replaceAll("[api key]", "").length).toBeLessThanOrEqual(around);
        }
      }),
    );
  });
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
