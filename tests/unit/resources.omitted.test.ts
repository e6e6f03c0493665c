import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../sdk/src/util/json";
import { handlerSetUp } from "../support/handler-setup";
import type { Path } from "../support/places";
import { changes } from "../support/platform";
import { optionalInputs, removalOf, removals } from "../support/removal";
import { RESOURCES } from "../support/resource-fixtures";

// The requests that the platform receives when an optional input is removed from the program. The table in
// docs/concepts.md comes from the same properties.

describe.each(RESOURCES)("$name", ({ handler, scenario: { objects }, optional }) => {
  const cases = removals({ handler, optional });
  const { setUpCreated } = handlerSetUp(handler, { taskTime: 0 });

  test("each optional input is removed in one of the tests", () => {
    const names = optionalInputs(handler).filter((input) => input in handler.properties);
    expect([...new Set(cases.map(({ input }) => input))]).toEqual(expect.arrayContaining(names));
  });

  if (cases.length > 0)
    test.each(cases)("$input of $args", async ({ prepare, args, input, place, rest }) => {
      const { platform, resource } = await setUpCreated(args, { prepare });
      const removal = removalOf(handler, input, rest);
      if (removal.does === "replaces") {
        expect(await resource.preview(rest)).toBe("replace");
        return;
      }
      const before = objects(platform);
      await resource.up(rest);
      if (removal.does === "sends nothing") {
        expect(changes(platform)).toEqual([]);
        expect(objects(platform)).toEqual(before);
        return;
      }
      expect(changes(platform)).toHaveLength(1);
      const isDefault =
        removal.does === "sets the default" ? removal.value : expect.stringMatching(/^edge-[0-9a-f]{7}$/);
      await resource.refresh();
      expect(valueAt(resource.outputs, place)).toEqual(isDefault);
    });
});

function valueAt(outputs: JsonObject, place: Path): unknown {
  return place.reduce<unknown>((inner, key) => (inner as JsonObject)[key], outputs);
}
