import { afterEach, describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { SCENARIOS } from "../support/resource-fixtures";

// The reply to a request is lost, and the platform has processed the request or not. In the end there is one object
// with the declared values.

/** The scenarios with objects. An action, such as a force retry, has no object. */
const changing = SCENARIOS.filter(({ handler }) => handler.identity !== undefined);

describe.each(changing)("$name", ({ handler, first, options, prepare, objects, declared, idOf }) => {
  const { setUp, tearDown } = handlerSetUp(handler, { taskTime: 0 });

  afterEach(tearDown);

  test.each(["reset-after", "reset-before"])("is created once if its creation gets %s", async (fault) => {
    const { platform, resource } = await setUp(options, { maxRetries: "0" });
    prepare?.(platform);
    for (const method of ["POST", "PUT", "PATCH"]) platform.faults.add(`${fault}@${method}#1`);
    const failed = await resource.up(first).then(
      () => false,
      () => true,
    );
    expect(platform.faults.fired().length).toBeGreaterThan(0);
    platform.faults.clear();
    expect((await resource.up(first)) === "same").toBe(!failed);
    const { state } = resource;
    if (!state) throw new Error("The state does not have the resource.");
    expect(objects(platform)).toEqual({ [idOf?.(state) ?? state.id]: declared(first) });
    expect(await resource.up(first)).toBe("same");
  });
});
