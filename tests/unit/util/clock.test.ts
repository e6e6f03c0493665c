import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { parseTimestamp, systemClock } from "../../../sdk/src/util/clock";
import { root } from "../../support/command";

const SOURCES = join(root, "sdk/src");
const HOUR_MS = 3_600_000;

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([-HOUR_MS, HOUR_MS])("a step of the machine's clock of %d ms does not change durations", (step) => {
  const before = systemClock.now();
  const wall = Date.now();
  jest.spyOn(Date, "now").mockReturnValue(wall + step);
  const passed = systemClock.now() - before;
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(HOUR_MS / 2);
  expect(systemClock.wallTime()).toBe(wall + step);
});

test("only the clock of the package reads the machine's clock", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?ts$/.test(file))
    .map((file) => file.replaceAll("\\", "/"));
  const readers = files.filter((file) =>
    /\bDate\.now\b|new Date\(\)/.test(readFileSync(join(SOURCES, file), "utf8")),
  );
  expect(readers.toSorted()).toEqual(["util/clock.ts"]);
});

describe("a time in the platform's notation", () => {
  const noon = Date.UTC(2026, 0, 1, 12);

  test.each([
    ["2026-01-01T12:00:00", noon],
    ["2026-01-01 12:00:00", noon],
    ["2026-01-01T12:00:00.250", noon + 250],
    ["2026-01-01T12:00:00+0000", noon],
    ["2026-01-01T14:00:00+02:00", noon],
    ["2026-01-01T07:00:00-0500", noon],
  ])("%j is read as UTC unless it has a zone", (text, time) => {
    expect(parseTimestamp(text)).toBe(time);
  });

  test.each([undefined, null, "", "yesterday", "0001-01-01T00:00:00Z", 7, {}])("%j is invalid", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test("does not depend on the time zone of the machine", () => {
    const script = 'console.log(require("./sdk/dist/util/clock").parseTimestamp("2026-01-01T12:00:00"))';
    for (const TZ of ["Asia/Tokyo", "America/New_York"]) {
      const output = execFileSync(process.execPath, ["-e", script], { cwd: root, env: { TZ } });
      expect(Number(output)).toBe(noon);
    }
  });
});
