import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatDuration, parseDuration } from "../../../sdk/src/util/duration";

describe("a duration has the format of Pulumi", () => {
  test.each([
    ["1h2m3s4ms", 3_723_004],
    ["0.5s", 500],
    ["500ms", 500],
    ["250us", 0.25],
    ["250µs", 0.25],
    ["0s", 0],
    ["30s30s", 60_000],
  ])("%s is %d milliseconds", (text, ms) => {
    expect(parseDuration(text)).toBeCloseTo(ms, 9);
  });

  test.each([
    ...["", " ", "10 s", " 10s", "10s ", "\n10s", "10s\n"],
    ..."10 s -10s +10s 10S 10d 10sec 1h30 ten 1,5h 1..5h 1.h NaNs Infinitys 1e3s null".split(" "),
  ])("“%s” is invalid", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test("any text is parsed or is invalid, and the result is a finite number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.hmsnu]*$/)), (text) => {
        const ms = parseDuration(text);
        expect(ms === undefined || ms >= 0).toBe(true);
      }),
    );
  });
});

describe("a duration is formatted for users", () => {
  test.each([
    [0, "0ms"],
    [850, "850ms"],
    [1_000, "1s"],
    [59_999, "1m"],
    [60_000, "1m"],
    [270_000, "4m30s"],
    [3_600_000, "1h"],
    [3_661_000, "1h1m1s"],
    [90_000_000, "25h"],
  ])("%d milliseconds are %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test("a formatted duration can be parsed, to the second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (ms) => {
        const again = parseDuration(formatDuration(ms));
        expect(Math.abs((again as number) - ms)).toBeLessThanOrEqual(500);
      }),
    );
  });
});
