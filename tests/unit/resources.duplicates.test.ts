import { describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import type { CheckFailed } from "../support/in-process-resource";
import { RESOURCES } from "../support/resource-fixtures";
import { failureOf } from "../support/until";

// Two resources of one stack with the same object are reported before any request.

const cases = RESOURCES.flatMap(({ name, handler, duplicates }) =>
  duplicates.map(([what, first, second, property, reason]) => ({
    what: `${name}: ${what}`,
    ...{ handler, first, second, failures: [{ property, reason: `${reason} [duplicate-resource]` }] },
  })),
);

describe.each(cases)("$what", ({ handler, first, second, failures }) => {
  const { setUpInOneProgram: setUpTogether } = handlerSetUp(handler);

  test.each(["full", "documented-only"] as const)("on a deployment with the %s interface", async (mode) => {
    const { platform, one, other } = await setUpTogether({ mode });
    await one.check(first);
    expect((await failureOf<CheckFailed>(other.up(second))).failures).toEqual(failures);
    expect(platform.requests).toEqual([]);
  });
});
