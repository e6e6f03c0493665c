import type { Json } from "../../../sdk/src/util/json";

/** Values in a stack file, and as a program gets them. */
export const VALUES: Array<[text: string, value: Json]> = [
  ["[0x10, 0X1f, +0x10, 0x]", [16, 31, 16, "0x"]],
  ["[0o17, -0o17, 0o8, 010, -010, 08, 012345678]", [15, -15, "0o8", 8, -8, 8, 12345678]],
  ["[0b11, 0b12, 1_000, _1, 1_0.5, +5, --5]", [3, "0b12", 1000, "_1", 10.5, 5, "--5"]],
  ["[1.0, 1., .5, +.5, 1e3, 1E-7, 1e400]", [1, 1, 0.5, 0.5, 1000, 1e-7, "1e400"]],
  ["[9007199254740993, -9223372036854775808]", ["9007199254740993", "-9223372036854775808"]],
  ["[12345678901234567890, 123456789012345678901234]", ["12345678901234567000", 1.2345678901234569e23]],
  ["[0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFFF]", ["18446744073709552000", "0xFFFFFFFFFFFFFFFFF"]],
  ["[yes, no, on, off, y, n]", ["yes", "no", "on", "off", "y", "n"]],
  ["[true, True, TRUE, tRUE, 'true']", [true, true, true, "tRUE", "true"]],
  ["[null, Null, NULL, nULL, ~, '~', ]", [null, null, null, "nULL", null, "~"]],
  ["[2026-01-31, 2026-1-3]", ["2026-01-31 00:00:00 +0000 UTC", "2026-01-03 00:00:00 +0000 UTC"]],
  ["2026-01-31T12:00:00Z", "2026-01-31 12:00:00 +0000 UTC"],
  ["2026-01-31 1:02:03.50", "2026-01-31 01:02:03.5 +0000 UTC"],
  ["2026-01-31t12:00:00.000+05:30", "2026-01-31 12:00:00 +0530 +0530"],
  ["2026-01-31 12:00:00 Z", "2026-01-31 12:00:00 Z"],
  ["[2026-01-31T12:00:00, 2026-02-30]", ["2026-01-31T12:00:00", "2026-02-30"]],
  ['[2026-01-31T24:00:00Z, "2026-01-31", 12:30:45]', ["2026-01-31T24:00:00Z", "2026-01-31", "12:30:45"]],
  ['[!!str 5, !!int "5", !!float 5, !!bool "true", !!null ""]', ["5", 5, 5, true, null]],
  ['!!timestamp "2026-01-31"', "2026-01-31 00:00:00 +0000 UTC"],
  ["[!unknown 0x10, !unknown [a]]", ["0x10", ["a"]]],
  ["[!!set { a, b }, !!omap [a: 1], [a: 1, ]]", [{ a: null, b: null }, [{ a: 1 }], [{ a: 1 }]]],
  ["{ 1: a, 0x10: b, true: c, 1.5: d }", { "1": "a", "16": "b", true: "c", "1.5": "d" }],
  ["{ 2026-01-31: a }", { "2026-01-31 00:00:00 +0000 UTC": "a" }],
  ['[{a:1}, {"a":1}, http://x/y, <<]', [{ "a:1": null }, { a: 1 }, "http://x/y", "<<"]],
  ["[\"\\x41\\u00e9\\U0001F600\\e\", 'it''s', \"a\n    b\"]", ["Aé😀\u001b", "it's", "a b"]],
];

/** Stack files, and what a program gets as the value of the key `demo:x`. */
export const FILES: Array<[text: string, value: Json]> = [
  ["config:\n  demo:x: { __proto__: { a: 1 } }\n", JSON.parse('{ "__proto__": { "a": 1 } }') as Json],
  ["config:\n  demo:x: |\n    a\n    b\n", "a\nb\n"],
  ["config:\n  demo:x: >-\n    a\n    b\n", "a b"],
  ["config:\n  demo:x: 010\n", 8],
  ["config:\n  demo:x: ~\n", ""],
  ["config:\n  demo:x:\n  - a\n  - b\n", ["a", "b"]],
  ["config:\r\n  demo:x: [1]\r\n", [1]],
  ["\uFEFFconfig:\n  demo:x: [1]\n", [1]],
  ["%YAML 1.1\n---\nconfig:\n  demo:x: [1]\n...\n", [1]],
  ["config:\n  demo:x: [1]\n---\nconfig:\n  demo:x: [2]\n", [1]],
  ["base: &base { a: 1, b: 2 }\nconfig:\n  demo:x:\n    <<: *base\n    b: 3\n", { a: 1, b: 3 }],
  ["base: &base { a: 1, b: 2 }\nconfig:\n  demo:x: { b: 3, <<: *base }\n", { a: 1, b: 3 }],
  ["b: &b { a: 1, b: 2 }\nconfig:\n  demo:x: { inner: [{ <<: *b }] }\n", { inner: [{ a: 1, b: 2 }] }],
  ["a: &a { a: 1 }\nb: &b { a: 2, b: 2 }\nconfig:\n  demo:x: { <<: [*a, *b] }\n", { a: 1, b: 2 }],
  ["a: &a { a: 1 }\nb: &b { <<: *a, b: 2 }\nconfig:\n  demo:x: { <<: *b }\n", { a: 1, b: 2 }],
  ['config:\n  demo:x: { "<<": { a: 1 } }\n', { a: 1 }],
  ["base: &base { demo:x: 1 }\nconfig:\n  <<: *base\n", 1],
  ["config:\n  demo:x: { a: &a [1, 2], b: *a }\n", { a: [1, 2], b: [1, 2] }],
];

/** Stack files that are refused. */
export const REFUSED: string[] = [
  "config: [",
  "config:\n  demo:x:\n\tv: 1\n",
  "config:\n  demo:x: 1\n demo:y: 2\n",
  "config:\n  demo:x: { a: @b }\n",
  "config:\n  demo:x: { a: %b }\n",
  "config:\n  demo:x: { a: b: c }\n",
  "config:\n  demo:x:\n    a: b: c\n",
  'config:\n  demo:x:\n    a: "x" y\n',
  "config:\n  demo:x: ${a.b}\n  demo:y: { v: ${a.b} }\n",
  "config:\n  demo:x: { a: 1, a: 2 }\n",
  "config:\n  demo:x: { v: *unknown }\n",
  ...[".inf", ".nan", "!!bool yes"].map((value) => `config:\n  demo:x: { v: ${value} }\n`),
  ...["5", "[5]", ""].map((merged) => `config:\n  demo:x: { <<: ${merged} }\n`),
  "config:\n  demo:x: &a { v: *a }\n",
];

/** Stack files that only the CLI refuses, with an error of its own. */
export const REFUSED_BY_CLI: string[] = [
  "%YAML 1.2\n---\nconfig:\n  demo:x: 1\n",
  "config:\n  demo:x: { [a]: 1 }\n",
  "config:\n  demo:x: { ? { a: 1 } : 2 }\n",
  'config:\n  demo:x: { v: "\\/" }\n',
];
