import { expect, test } from "@jest/globals";
import { retryAfterDelay } from "../../../../sdk/src/platform/http/limits";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";

test("a step of the machine's clock changes the pause until the date of Retry-After", () => {
  const clock = new TestClock();
  const error = platformError({ retryAfter: "Thu, 01 Jan 2026 00:00:25 GMT" });
  clock.chance = 0;
  expect(retryAfterDelay(error, clock)).toBe(25_000);
  clock.stepWallTime(10_000);
  expect(retryAfterDelay(error, clock)).toBe(15_000);
});
