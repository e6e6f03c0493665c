import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isUnknown } from "../../sdk/src/operation/inputs/validate";
import { isObject, type JsonObject } from "../../sdk/src/util/json";
import type { Simulator } from "../../simulator/src";
import { checkFailuresOf } from "../support/handler-setup";
import { ANY_IDS, INVALID_ANY_IDS, INVALID_IDS } from "../support/ids";
import { InProcessResource } from "../support/in-process-resource";
import { UNKNOWN_PROPERTY } from "../support/messages";
import { changedAt, placesOf } from "../support/places";
import { KEY, startPlatform } from "../support/platform";
import { type Failures, RESOURCES } from "../support/resource-fixtures";
import { UNKNOWN, UNKNOWNS } from "../support/unknown";

// Every resource reports invalid inputs under their properties, before any request.

describe.each(RESOURCES)("$name", ({ handler, inputs }) => {
  let platform: Simulator;
  let resource: InProcessResource;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(() => platform.close());

  beforeEach(() => {
    platform.clearRequests();
    resource = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY });
  });

  const failuresOf = (args: JsonObject) => checkFailuresOf({ platform, resource }, args);

  async function expectFailures(args: JsonObject, failures: Failures): Promise<void> {
    const expected = Object.entries(failures).map(([property, reason]) => ({
      property,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    }));
    expect(await failuresOf(args)).toEqual(expected);
  }

  /** The result of `check` for these arguments. */
  const stored = (args: JsonObject) => omit(args, inputs.transient ?? []);

  /** The inputs without those that the check has added. */
  const withoutAdded = (checked: JsonObject, args: JsonObject) =>
    omit(
      checked,
      (inputs.added ?? []).filter((name) => !(name in args)),
    );

  async function expectValid(args: JsonObject): Promise<void> {
    const checked = await resource.check(args);
    expect(checked.failures).toEqual([]);
    expect(withoutAdded(checked.inputs, args)).toEqual(stored(args));
    expect(platform.requests).toEqual([]);
  }

  describe("valid inputs", () => {
    test("may be the required ones only", () => expectValid(inputs.minimal));

    test.each(inputs.full.map((args) => ({ args })))("pass the check unchanged: $args", ({ args }) =>
      expectValid(args),
    );

    test("contain every property", () => {
      const named = new Set(inputs.full.flatMap((args) => Object.keys(args)));
      expect([...named].sort()).toEqual(Object.keys(handler.properties).sort());
    });
  });

  test.each(Object.keys(inputs.minimal))("%s is required", async (name) => {
    const failures = await failuresOf(omit(inputs.minimal, [name]));
    expect(failures).toEqual([
      { property: name, reason: expect.stringMatching(/^is required(, and must be| for) /) },
    ]);
  });

  if (Object.keys(inputs.ids).length > 0)
    describe.each(Object.entries(inputs.ids))("the id %s", (property, { of, isAny }) => {
      const reasonOf = (problem: string) => `must be the ${isAny ? "id" : "number"} of a ${of}: ${problem}`;
      const args = inputs.full.find((each) => property in each) as JsonObject;

      test.each(isAny ? INVALID_ANY_IDS : INVALID_IDS)("must not be %s", (_, value, problem) =>
        expectFailures({ ...args, [property]: value }, { [property]: reasonOf(problem) }),
      );

      test.each(isAny ? ANY_IDS : [Number.MAX_SAFE_INTEGER])("may be %j", (value) =>
        expectValid({ ...args, [property]: value }),
      );
    });

  describe("an invalid input is reported under its property", () => {
    test("if the resource does not have the property", () =>
      expectFailures({ ...inputs.minimal, unheardOf: 1 }, { unheardOf: UNKNOWN_PROPERTY }));

    for (const [property, rows] of Object.entries(inputs.invalid))
      test.each(rows)(`${property} in %j`, (args, reason) => expectFailures(args, { [property]: reason }));

    test.each(inputs.failures)("%s", (_, args, failures) => expectFailures(args, failures));
  });

  test.each(inputs.invalidTogether)("all invalid inputs are reported: %s", async (_, args, properties) => {
    const reported = (await failuresOf(args)).map(({ property }) => property);
    expect(reported.sort()).toEqual([...properties].sort());
  });

  describe("an unknown value", () => {
    test.each(UNKNOWNS)("may be at every path, as %s", async (unknown) => {
      expect(isUnknown(unknown)).toBe(true);
      for (const args of inputs.full)
        for (const place of placesOf(args)) await expectValid(changedAt(args, place, unknown));
    });

    test("may be in all properties at once", () =>
      expectValid(Object.fromEntries(Object.keys(handler.properties).map((name) => [name, UNKNOWN]))));

    if (inputs.unknown.length > 0) test.each(inputs.unknown)("may be in %s", (_, args) => expectValid(args));
  });

  test("random inputs of any type are reported if they are invalid", () =>
    fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        const properties = (await failuresOf(args as JsonObject)).map(({ property }) => property);
        expect(properties).toEqual(expect.arrayContaining([Object.keys(inputs.minimal)[0]]));
      }),
      { numRuns: 50 },
    ));
});

function omit(value: JsonObject, names: readonly string[]): JsonObject {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
