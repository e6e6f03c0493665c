import { afterEach, describe, expect, test } from "@jest/globals";
import { handlerSetUp } from "../support/handler-setup";
import { SCENARIOS } from "../support/resource-fixtures";

// The platform has carried out a request or not, and its reply is lost: in the end there is one object, as declared.

/** Those of objects. An action, such as a force retry, is one request, whatever came of another. */
const changing = SCENARIOS.filter(({ handler }) => handler.identity !== undefined);

describe.each(changing)("$name", ({ handler, first, options, prepare, objects, declared, idOf }) => {
  const { setUp, tearDown } = handlerSetUp(handler, { taskTime: 0 });

  afterEach(tearDown);

  test.each(["reset-after", "reset-before"])("is created once if its creation meets %s", async (fault) => {
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
