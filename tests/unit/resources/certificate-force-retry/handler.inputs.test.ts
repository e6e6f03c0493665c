import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { ANYTHING, MISTAKES, mistakenInputs, validInputs } from "../../../support/arbitrary-inputs";
import { refusalOf } from "../../../support/handler-setup";
import { CheckFailed, type ResourceLife } from "../../../support/resource-life";
import { failureOf } from "../../../support/until";
import { setUp, tearDown } from "./setup";

let platform: Simulator;
let resource: ResourceLife;

beforeEach(async () => {
  ({ platform, resource } = await setUp());
});

afterEach(tearDown);

const failuresOf = (args: JsonObject) => refusalOf({ platform, resource }, args);

const WHOLE = "must be the number of a certificate: a whole number";
const NO_TEXT = "must be the number of a certificate: a whole number, not a text";
const POSITIVE = "must be the number of a certificate: 1 or more";
const ANY = "must be a list or an object of any values";

test.each<[string, JsonObject, string, string]>([
  ["no certificate", {}, "certId", WHOLE],
  ["certificate 0", { certId: 0 }, "certId", POSITIVE],
  ["certificate -321", { certId: -321 }, "certId", POSITIVE],
  ["certificate 3.5", { certId: 3.5 }, "certId", WHOLE],
  ["certificate 2^53", { certId: 2 ** 53 }, "certId", WHOLE],
  ["certificate null", { certId: null }, "certId", WHOLE],
  ["certificate true", { certId: true }, "certId", WHOLE],
  ["a list of certificates", { certId: [321] }, "certId", WHOLE],
  ['certificate "321"', { certId: "321" }, "certId", NO_TEXT],
  ["a certificate's name", { certId: "www" }, "certId", NO_TEXT],
  ["triggers of null", { certId: 321, triggers: null }, "triggers", ANY],
  ["a trigger that is a text", { certId: 321, triggers: "2026-11-21" }, "triggers", ANY],
  ["a trigger that is a number", { certId: 321, triggers: 1 }, "triggers", ANY],
  ["a trigger that is true", { certId: 321, triggers: true }, "triggers", ANY],
  [
    "a property that does not exist",
    { certId: 321, trigger: [1] },
    "trigger",
    "is not a property of this resource; check its spelling",
  ],
])("%s is told under its property", async (_, args, property, reason) => {
  expect(await failuresOf(args)).toEqual([{ property, reason }]);
});

test("all that is wrong is told at once", async () => {
  const failures = await failuresOf({ certId: 0, triggers: 1, cert_id: 321 });
  expect(failures.map(({ property }) => property).sort()).toEqual(["certId", "cert_id", "triggers"]);
});

test("a value that is not known yet passes, wherever it stands", async () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  for (const args of [
    { certId: unknown },
    { certId: 321, triggers: unknown },
    { certId: 321, triggers: [unknown] },
    { certId: unknown, triggers: { a: { b: unknown } } },
  ])
    expect((await resource.check(args)).failures).toEqual([]);
});

describe("inputs by the thousand", () => {
  const valid = validInputs(handler.inputs, { certId: fc.integer({ min: 1 }) });

  test("that are right are accepted, here and by the platform, and come back as they are", async () => {
    await fc.assert(
      fc.asyncProperty(valid, async (args) => {
        platform.certificates.add({ id: args.certId as number, state: "failed" });
        await resource.up(args);
        expect(resource.outputs).toEqual({ ...args, outcome: "started", message: expect.any(String) });
        platform.clearRequests();
        expect(await resource.up(args)).toBe("same");
        await resource.destroy();
        expect(platform.requests).toEqual([]);
        platform.certificates.delete(args.certId as number);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  test("that are wrong in one place are told so there, and nothing is sent", async () => {
    await fc.assert(
      fc.asyncProperty(mistakenInputs(handler.inputs, valid), async ({ inputs, property }) => {
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
