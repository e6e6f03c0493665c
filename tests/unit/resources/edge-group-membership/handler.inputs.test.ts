import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { ANYTHING, MISTAKES, mistakenInputs, validInputs } from "../../../support/arbitrary-inputs";
import { refusalOf } from "../../../support/handler-setup";
import { CheckFailed, type ResourceLife } from "../../../support/resource-life";
import { failureOf } from "../../../support/until";
import { PARTNER, setUp, tearDown } from "./setup";

let platform: Simulator;
let resource: ResourceLife;

beforeEach(async () => {
  ({ platform, resource } = await setUp());
});

afterEach(tearDown);

const failuresOf = (args: JsonObject) => refusalOf({ platform, resource }, args);

const WHOLE = "a whole number, 1 or more";
const DIGITS = "a whole number, 1 or more; as a text, digits alone";
const ROUNDED = "it is too long for a number of JavaScript, which rounds it; write it as a text of digits";
const LARGEST = "9223372036854775807 or less";

const WRONG_IDS: Array<[string, JsonObject[string], string]> = [
  ["0", 0, WHOLE],
  ["-1", -1, WHOLE],
  ["1.5", 1.5, WHOLE],
  ["true", true, WHOLE],
  ["null", null, WHOLE],
  ["a list", [17], WHOLE],
  ["an object", { id: 17 }, WHOLE],
  ["2^53", 2 ** 53, ROUNDED],
  ["10^300", 1e300, ROUNDED],
  ["an empty text", "", DIGITS],
  ['"0"', "0", DIGITS],
  ['"017"', "017", DIGITS],
  ['"-1"', "-1", DIGITS],
  ['"+1"', "+1", DIGITS],
  ['"1.0"', "1.0", DIGITS],
  ['"1e3"', "1e3", DIGITS],
  ['"0x11"', "0x11", DIGITS],
  ['" 17"', " 17", DIGITS],
  ['"17\\n"', "17\n", DIGITS],
  ["other digits than 0 to 9", "١٧", DIGITS],
  ["a path", "17/../18", DIGITS],
  ["a name", "partners", DIGITS],
  ["2^63", "9223372036854775808", LARGEST],
  ["20 digits", "10000000000000000000", LARGEST],
];

describe.each([
  ["groupId", "group"],
  ["clientId", "client"],
])("%s", (property, what) => {
  test.each(WRONG_IDS)("must not be %s", async (_, value, reason) => {
    expect(await failuresOf({ ...PARTNER, [property]: value })).toEqual([
      { property, reason: `must be the number of a ${what}: ${reason}` },
    ]);
  });

  test("is required", async () => {
    const { [property]: _, ...others } = PARTNER as JsonObject;
    expect(await failuresOf(others)).toEqual([
      { property, reason: `must be the number of a ${what}: ${WHOLE}` },
    ]);
  });
});

test("a property that does not exist is told", async () => {
  expect(await failuresOf({ ...PARTNER, groupID: 17 })).toEqual([
    { property: "groupID", reason: "is not a property of this resource; check its spelling" },
  ]);
});

test("all that is wrong is told at once", async () => {
  const failures = await failuresOf({ groupId: "x", clientId: 0, role: "admin" });
  expect(failures.map(({ property }) => property).sort()).toEqual(["clientId", "groupId", "role"]);
});

test("a value that is not known yet passes, and does not hide what is wrong beside it", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  expect((await resource.check({ groupId: unknown, clientId: unknown })).failures).toEqual([]);
  expect((await resource.check({ groupId: unknown, clientId: 0 })).failures).toEqual([
    { property: "clientId", reason: `must be the number of a client: ${WHOLE}` },
  ]);
});

describe("inputs by the thousand", () => {
  const largest = 2n ** 63n - 1n;
  const rightId = fc.oneof(
    fc.integer({ min: 1 }),
    fc.maxSafeInteger().map((id) => Math.abs(id) || 1),
    fc.bigInt({ min: 1n, max: largest }).map(String),
    fc.constantFrom(1, "1", Number.MAX_SAFE_INTEGER, String(largest)),
  );
  const wrongId = fc.oneof(
    fc.integer({ max: 0 }),
    fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: 2 ** 53, max: Number.MAX_VALUE, noNaN: true }),
    fc.bigInt({ max: 0n }).map(String),
    fc.bigInt({ min: largest + 1n }).map(String),
    fc.bigInt({ min: 1n, max: largest }).map((id) => `0${id}`),
    fc.string().filter((text) => !/^[1-9]\d{0,18}$/.test(text)),
    fc.jsonValue().filter((value) => !["number", "string"].includes(typeof value)),
  );
  const valid = validInputs(handler.inputs, { groupId: rightId, clientId: rightId });

  test("that are right are accepted, here and by the platform", async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (args) => {
        await resource.up(args);
        expect(platform.edgeGroups.members(args.groupId as string)).toEqual([String(args.clientId)]);
        expect(resource.outputs).toEqual(args);
        await resource.destroy();
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  test("that are wrong in one place are told so there, and nothing is sent", async () => {
    const mistaken = fc.oneof(
      mistakenInputs(handler.inputs, valid),
      fc
        .tuple(valid, fc.constantFrom("groupId", "clientId"), wrongId)
        .map(([args, property, id]) => ({ inputs: { ...args, [property]: id } as JsonObject, property })),
    );
    await fc.assert(
      fc.asyncProperty(mistaken, async ({ inputs, property }) => {
        expect(await failuresOf(inputs)).toEqual([
          { property, reason: expect.stringMatching(/^(must|is) /) },
        ]);
      }),
      MISTAKES,
    );
  });

  test("that are anything at all are refused, and check never breaks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        expect(await failureOf(resource.up(args as JsonObject))).toBeInstanceOf(CheckFailed);
        expect(platform.requests).toEqual([]);
      }),
      ANYTHING,
    );
  });
});
