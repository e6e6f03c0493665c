import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { parseTimestamp } from "../../../sdk/src/util/clock";
import { root } from "../../support/command";

describe("a time in the platform's notation", () => {
  const noon = Date.UTC(2026, 0, 1, 12);

  test.each([
    ["2026-01-01T12:00:00", noon],
    ["2026-01-01 12:00:00", noon],
    ["2026-01-01T12:00:00.250", noon + 250],
    ["2026-01-01T12:00:00Z", noon],
    ["2026-01-01T12:00:00+0000", noon],
    ["2026-01-01T14:00:00+02:00", noon],
    ["2026-01-01T07:00:00-0500", noon],
  ])("%j is read as UTC unless it has a zone", (text, time) => {
    expect(parseTimestamp(text)).toBe(time);
  });

  test.each([undefined, null, "", "yesterday", 7, {}])("%j is invalid", (text) => {
    expect(parseTimestamp(text)).toBeNaN();
  });

  test("is the same in any time zone of the machine", () => {
    const script = 'console.log(require("./sdk/dist/util/clock").parseTimestamp("2026-01-01T12:00:00"))';
    for (const TZ of ["Asia/Tokyo", "America/New_York"]) {
      const output = execFileSync(process.execPath, ["-e", script], { cwd: root, env: { TZ } });
      expect(Number(output)).toBe(noon);
    }
  });
});
