import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { handlerSetUp } from "../support/handler-setup";
import { SCENARIOS } from "../support/resource-fixtures";

// The reply to a request is lost, and the platform has processed the request or not. In the end there is one object
// with the declared values.

/** The scenarios with objects. An action, such as a force retry, has no object. */
const changing = SCENARIOS.filter(({ handler }) => handler.identity !== undefined);

const OPTIONAL = ["routerId", "notificationSettingsId"];

describe.each(changing)("$name", ({ handler, first, options, prepare, objects, declared, idOf, changes }) => {
  const { setUp, setUpCreated } = handlerSetUp(handler, { taskTime: 0 });

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

  // An object that the inputs name cannot be created again.
  const isNamed = Object.keys(handler.identity?.id ?? {}).some(
    (name) => OPTIONAL.includes(name) && name in first,
  );
  if (!isNamed)
    test.each(["reset-after", "reset-before"])(
      "exists as declared after an up that follows a deletion which gets %s",
      async (fault) => {
        const settings = { maxRetries: "0" };
        const { platform, resource } = await setUpCreated(first, { ...options, prepare, settings });
        for (const method of ["DELETE", "PUT"]) platform.faults.add(`${fault}@${method}#1`);
        await resource.destroy().catch(() => {});
        platform.faults.clear();
        await resource.up(first);
        const { state } = resource;
        if (!state) throw new Error("The state does not have the resource.");
        expect(objects(platform)).toEqual({ [idOf?.(state) ?? state.id]: declared(first) });
        expect(await resource.up(first)).toBe("same");
      },
    );

  const { update, replace } = changes;
  if (update ?? replace)
    test.each(["PUT", "PATCH", "POST", "DELETE"])(
      "is reverted if a change loses the reply to its %s, and the program reverts it",
      async (method) => {
        const settings = { maxRetries: "0" };
        const { platform, resource } = await setUpCreated(first, { ...options, prepare, settings });
        platform.faults.add(`reset-after@${method}#1`);
        await resource.up((update ?? replace) as JsonObject).catch(() => {});
        platform.faults.clear();
        await resource.up(first);
        const { state } = resource;
        if (!state) throw new Error("The state does not have the resource.");
        expect(objects(platform)).toEqual({ [idOf?.(state) ?? state.id]: declared(first) });
        expect(await resource.up(first)).toBe("same");
      },
    );
});
