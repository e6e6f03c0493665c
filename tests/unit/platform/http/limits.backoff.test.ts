import { expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { PlatformError } from "../../../../sdk/src/platform/http/error";
import { retryAfterDelay } from "../../../../sdk/src/platform/http/limits";
import { TestClock } from "../../../support/clock";

test("a step of the machine's clock changes the pause until the date of Retry-After", () => {
  const clock = new TestClock();
  const error = new PlatformError({
    method: "GET",
    path: "/x",
    retryAfter: "Thu, 01 Jan 2026 00:00:25 GMT",
    reason: "Busy.",
    mayHaveTakenEffect: false,
    retryable: true,
    kind: REPLIES.timeout,
  });
  clock.chance = 0;
  expect(retryAfterDelay(error, clock)).toBe(25_000);
  clock.stepWallTime(10_000);
  expect(retryAfterDelay(error, clock)).toBe(15_000);
});
