import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { ANYTHING, MISTAKES, mistakenInputs, validInputs } from "../../../support/arbitrary-inputs";
import { refusalOf } from "../../../support/handler-setup";
import { CheckFailed, type ResourceLife } from "../../../support/resource-life";
import { failureOf } from "../../../support/until";
import { LOGINS, setUp, tearDown } from "./setup";

let platform: Simulator;
let resource: ResourceLife;

beforeEach(async () => {
  ({ platform, resource } = await setUp());
});

afterEach(tearDown);

const failuresOf = (args: JsonObject) => refusalOf({ platform, resource }, args);

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const RESELLER = "must be the number of a reseller: ";
const SETTINGS = "must be the number of a reseller's notification settings: ";
const WHOLE = "a whole number, 1 or more";
const DIGITS = "a whole number, 1 or more; as a text, digits alone";
const ROUNDED = "it is too long for a number of JavaScript, which rounds it; write it as a text of digits";
const ADDRESS = 'must be an e-mail address, such as "ops@example.com"';
const KIND = 'must be "deletion_request" or "failed_login"';
const FLAG = "must be true or false";
const REQUIRED =
  "is required for settings that this resource creates; to adopt existing ones, declare notificationSettingsId";
const TYPO = "is not a property of this resource; check its spelling";
const LONG = "must have 254 characters or less";

describe("one thing that is wrong is told under its property", () => {
  test.each<[string, JsonObject, string, string]>([
    ["reseller 0", { ...LOGINS, resellerId: 0 }, "resellerId", RESELLER + WHOLE],
    ["reseller -8", { ...LOGINS, resellerId: -8 }, "resellerId", RESELLER + WHOLE],
    ["reseller 0.5", { ...LOGINS, resellerId: 0.5 }, "resellerId", RESELLER + WHOLE],
    ["reseller null", { ...LOGINS, resellerId: null }, "resellerId", RESELLER + WHOLE],
    ["a list of resellers", { ...LOGINS, resellerId: [8] }, "resellerId", RESELLER + WHOLE],
    ["a reseller's name", { ...LOGINS, resellerId: "acme" }, "resellerId", RESELLER + DIGITS],
    ['reseller "08"', { ...LOGINS, resellerId: "08" }, "resellerId", RESELLER + DIGITS],
    ["reseller 2^53", { ...LOGINS, resellerId: 2 ** 53 }, "resellerId", RESELLER + ROUNDED],
    [
      "reseller 2^63",
      { ...LOGINS, resellerId: "9223372036854775808" },
      "resellerId",
      `${RESELLER}9223372036854775807 or less`,
    ],
    ["settings 0", { ...ADOPTED, notificationSettingsId: 0 }, "notificationSettingsId", SETTINGS + WHOLE],
    [
      "settings null",
      { ...ADOPTED, notificationSettingsId: null },
      "notificationSettingsId",
      SETTINGS + WHOLE,
    ],
    [
      "settings true",
      { ...ADOPTED, notificationSettingsId: true },
      "notificationSettingsId",
      SETTINGS + WHOLE,
    ],
    ['settings ""', { ...ADOPTED, notificationSettingsId: "" }, "notificationSettingsId", SETTINGS + DIGITS],
    [
      'settings "3e1"',
      { ...ADOPTED, notificationSettingsId: "3e1" },
      "notificationSettingsId",
      SETTINGS + DIGITS,
    ],
    [
      "settings 2^60",
      { ...ADOPTED, notificationSettingsId: 2 ** 60 },
      "notificationSettingsId",
      SETTINGS + ROUNDED,
    ],
    ["an address of null", { ...LOGINS, email: null }, "email", ADDRESS],
    ["an address that is a number", { ...LOGINS, email: 1 }, "email", ADDRESS],
    ["a list of addresses", { ...LOGINS, email: [LOGINS.email] }, "email", ADDRESS],
    ["an empty address", { ...LOGINS, email: "" }, "email", ADDRESS],
    ["an address without an @", { ...LOGINS, email: "ops.example.com" }, "email", ADDRESS],
    ["an address with two @", { ...LOGINS, email: "ops@home@example.com" }, "email", ADDRESS],
    ["an address of nobody", { ...LOGINS, email: "@example.com" }, "email", ADDRESS],
    ["an address without a domain", { ...LOGINS, email: "ops@" }, "email", ADDRESS],
    ["an address on one machine", { ...LOGINS, email: "ops@localhost" }, "email", ADDRESS],
    ["an address with a name", { ...LOGINS, email: "Ops <ops@example.com>" }, "email", ADDRESS],
    ["two addresses", { ...LOGINS, email: "ops@example.com,dev@example.com" }, "email", ADDRESS],
    [
      "two addresses with a semicolon",
      { ...LOGINS, email: "ops@example.com;dev@example.com" },
      "email",
      ADDRESS,
    ],
    ["an address with a blank before it", { ...LOGINS, email: " ops@example.com" }, "email", ADDRESS],
    ["an address with a blank in it", { ...LOGINS, email: "ops team@example.com" }, "email", ADDRESS],
    ["an address with a line break", { ...LOGINS, email: "ops@example.com\n" }, "email", ADDRESS],
    ["an address with a control character", { ...LOGINS, email: "ops\u0000@example.com" }, "email", ADDRESS],
    ["a dot before the @", { ...LOGINS, email: "ops.@example.com" }, "email", ADDRESS],
    ["a dot at the beginning", { ...LOGINS, email: ".ops@example.com" }, "email", ADDRESS],
    ["two dots before the @", { ...LOGINS, email: "ops..team@example.com" }, "email", ADDRESS],
    ["two dots in the domain", { ...LOGINS, email: "ops@example..com" }, "email", ADDRESS],
    ["a dot after the @", { ...LOGINS, email: "ops@.example.com" }, "email", ADDRESS],
    ["a dot at the end", { ...LOGINS, email: "ops@example.com." }, "email", ADDRESS],
    ["a domain that ends in one letter", { ...LOGINS, email: "ops@example.c" }, "email", ADDRESS],
    ["65 letters before the @", { ...LOGINS, email: `${"x".repeat(65)}@example.com` }, "email", ADDRESS],
    ["an address in a mailto", { ...LOGINS, email: "mailto:ops@example.com" }, "email", ADDRESS],
    ["255 characters", { ...LOGINS, email: `${"x".repeat(60)}@${"example.".repeat(24)}de` }, "email", LONG],
    ["another kind", { ...LOGINS, notificationType: "failed_logins" }, "notificationType", KIND],
    ["a kind in other letters", { ...LOGINS, notificationType: "Failed_Login" }, "notificationType", KIND],
    ["a kind of null", { ...LOGINS, notificationType: null }, "notificationType", KIND],
    ["a list of kinds", { ...LOGINS, notificationType: ["failed_login"] }, "notificationType", KIND],
    ["a text for whether they are on", { ...LOGINS, enabled: "true" }, "enabled", FLAG],
    ["a number for whether they are on", { ...LOGINS, enabled: 1 }, "enabled", FLAG],
    ["null for whether they are on", { ...LOGINS, enabled: null }, "enabled", FLAG],
    [
      "the API's name of a property",
      { ...LOGINS, notification_type: "failed_login" },
      "notification_type",
      TYPO,
    ],
    ["the API's name of an id", { ...ADOPTED, id: 31 }, "id", TYPO],
  ])("%s", async (_, args, property, reason) => {
    expect(await failuresOf(args)).toEqual([{ property, reason }]);
  });

  test.each<[string, JsonObject, string]>([
    ["no reseller", { email: LOGINS.email, notificationType: "failed_login" }, RESELLER + WHOLE],
    ["no reseller of adopted settings", { notificationSettingsId: 31 }, RESELLER + WHOLE],
  ])("%s", async (_, args, reason) => {
    expect(await failuresOf(args)).toEqual([{ property: "resellerId", reason }]);
  });

  test.each<[string, JsonObject, string[]]>([
    ["an address", { resellerId: 8, notificationType: "failed_login" }, ["email"]],
    ["a kind", { resellerId: 8, email: LOGINS.email }, ["notificationType"]],
    ["either", { resellerId: 8 }, ["email", "notificationType"]],
  ])("new settings without %s", async (_, args, missing) => {
    expect(await failuresOf(args)).toEqual(missing.map((property) => ({ property, reason: REQUIRED })));
  });
});

test("all that is wrong is told at once, also what is wrong only between the properties", async () => {
  const failures = await failuresOf({ resellerId: "x", notificationType: "y", enabled: 0, typo: 1 });
  expect(failures.map(({ property }) => property).sort()).toEqual([
    "email",
    "enabled",
    "notificationType",
    "resellerId",
    "typo",
  ]);
});

test.each([
  "ops@example.com",
  "Ops+Alerts@Mail.Example.co.uk",
  "o'brien_1-2@example-mail.com",
  "首席@例子.公司",
  `${"x".repeat(64)}@example.com`,
  `${"x".repeat(59)}@${"example.".repeat(24)}de`,
])("an address that is one is accepted: %s", async (email) => {
  expect((await resource.check({ ...LOGINS, email })).failures).toEqual([]);
});

describe("a value that is not known yet", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  test.each(["resellerId", "notificationSettingsId", "email", "notificationType", "enabled"])(
    "passes as %s",
    async (property) => {
      expect((await resource.check({ ...LOGINS, [property]: unknown })).failures).toEqual([]);
    },
  );

  test("may be the number of settings to adopt: nothing else is required then", async () => {
    expect((await resource.check({ resellerId: 8, notificationSettingsId: unknown })).failures).toEqual([]);
  });

  test("does not hide what is wrong beside it", async () => {
    const { failures } = await resource.check({ resellerId: unknown, email: "x", enabled: unknown });
    expect(failures).toEqual([
      { property: "email", reason: ADDRESS },
      { property: "notificationType", reason: REQUIRED },
    ]);
  });
});

describe("inputs by the thousand", () => {
  const id = fc.oneof(
    fc.integer({ min: 1, max: 1e15 - 1 }),
    fc.integer({ min: 1, max: 1e15 - 1 }).map(String),
  );
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/);
  const email = fc
    .tuple(
      fc.array(word, { minLength: 1, maxLength: 2 }),
      fc.array(word, { minLength: 1, maxLength: 3 }),
      fc.stringMatching(/^[a-z]{2,12}$/),
    )
    .map(([names, domain, top]) => `${names.join(".")}@${domain.join(".")}.${top}`);
  const given = { resellerId: id, notificationSettingsId: id, email };
  const any = validInputs(handler.inputs, given);
  const created = any.filter(
    (args) => args.notificationSettingsId === undefined && "email" in args && "notificationType" in args,
  );
  const adopted = any.filter((args) => args.notificationSettingsId !== undefined);

  test("that are right are accepted, here and by the platform, where they make settings", async () => {
    await fc.assert(
      fc.asyncProperty(created, async (args) => {
        await resource.up(args);
        expect(platform.resellers.all()).toMatchObject([
          { reseller: Number(args.resellerId), email: args.email, enabled: args.enabled ?? true },
        ]);
        expect(resource.outputs).toMatchObject(args);
        await resource.destroy();
        expect(platform.resellers.all()).toEqual([]);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  test("that are right are accepted, here and by the platform, where they adopt settings", async () => {
    await fc.assert(
      fc.asyncProperty(adopted, async (args) => {
        const [resellerId, settings] = [Number(args.resellerId), Number(args.notificationSettingsId)];
        platform.resellers.add({ resellerId, id: settings });
        await resource.up(args);
        expect(resource.outputs).toMatchObject({ ...args, notificationSettingsId: settings });
        await resource.destroy();
        expect(platform.resellers.all()).toEqual([]);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  test("have any address that is one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.emailAddress(), async (address) => {
        expect((await resource.check({ ...LOGINS, email: address })).failures).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("that are wrong in one place are told so there, and nothing is sent", async () => {
    const mistaken = mistakenInputs(handler.inputs, fc.oneof(created, adopted));
    await fc.assert(
      fc.asyncProperty(mistaken, async ({ inputs, property }) => {
        const failures = await failuresOf(inputs);
        expect(new Set(failures.map((failure) => failure.property))).toEqual(new Set([property]));
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
