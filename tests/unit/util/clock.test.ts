import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { systemClock } from "../../../sdk/src/util/clock";

const SOURCES = join(__dirname, "../../../sdk/src");
const HOUR_MS = 3_600_000;

describe("a step of the machine's clock", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each([-HOUR_MS, HOUR_MS])("of %d ms does not change durations", (step) => {
    const before = systemClock.now();
    const wall = Date.now();
    jest.spyOn(Date, "now").mockReturnValue(wall + step);
    const passed = systemClock.now() - before;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(HOUR_MS / 2);
    expect(systemClock.wallTime()).toBe(wall + step);
  });
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
