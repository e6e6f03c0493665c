import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { printableLine, printableName, printableText, searchablePart } from "../../../sdk/src/util/text";
import { HOSTILE, hostileParts, hostileText } from "../../support/hostile-text";

test("the hostile text contains each type of hostile part", () => {
  expect(new Set(hostileParts(HOSTILE)).size).toBeGreaterThan(15);
});

describe("a text of the platform in a message", () => {
  test("stays the same if it is one plain line", () => {
    const text = "Router is busy, 2001:db8::1 is taken, a # b, 50 % <b>, naïve 😀 日本, C:\\x";
    expect(printableLine(text)).toBe(text);
  });

  test("becomes one line without control characters, and a backslash breaks up commands", () => {
    expect(printableLine(HOSTILE)).toBe(
      "first ::error file=a.ts::owned ::set-output name=x::owned #\\#[group]owned #\\#vso[task.setvariable variable=x]owned " +
        "[31mred [0m ]0;title 2J <\\{%reset%}><\\{%fg 1%}> esrever a last",
    );
    expect(printableLine(" \u001b\n::error::owned")).toBe("\\::error::owned");
  });

  test("has at most a given number of characters, none of which is cut", () => {
    expect(printableLine("a".repeat(5_000_000))).toBe(`${"a".repeat(1_000)}…`);
    expect(printableLine("😀".repeat(50), 9)).toBe("😀😀😀😀…");
    expect(printableName("b".repeat(61))).toBe(`${"b".repeat(60)}…`);
    expect(printableName("b".repeat(60))).toBe("b".repeat(60));
  });

  test("of any content is harmless, bounded and one line, and is unchanged if it is quoted again", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const line = printableLine(text);
        expect(hostileParts(line)).toEqual([]);
        expect(line).not.toContain("\n");
        expect(line.length).toBeLessThanOrEqual(1_001);
        expect(printableLine(line)).toBe(line);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a complete message", () => {
  test("keeps its lines and their indentation", () => {
    const text = '3 routers:\n  routerId: "1"  changes that one\n\nNothing was made.';
    expect(printableText(text)).toBe(text);
  });

  test("of any content is harmless and bounded", () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const printed = printableText(text);
        expect(hostileParts(printed)).toEqual([]);
        expect(printed.length).toBeLessThanOrEqual(16_001);
        expect(printableText(printed)).toBe(printed);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("the text that regular expressions search is bounded", () => {
  expect(searchablePart("x".repeat(32 * 1024 * 1024))).toHaveLength(64 * 1024);
  expect(searchablePart("short")).toBe("short");
});
