import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import { validInputs } from "../../../support/arbitrary-inputs";
import { missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";
import { LOGINS } from "./setup";

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const ADDRESS = 'must be an e-mail address, such as "ops@example.com"';
const KIND = 'must be "deletion_request" or "failed_login"';
const REQUIRED =
  "is required for settings that this resource creates; to adopt existing ones, declare notificationSettingsId";
const LONG = "must have 254 characters or less";

const id = fc.oneof(fc.integer({ min: 1, max: 1e15 - 1 }), fc.integer({ min: 1, max: 1e15 - 1 }).map(String));
const word = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/);
const email = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 2 }),
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.stringMatching(/^[a-z]{2,12}$/),
  )
  .map(([names, domain, top]) => `${names.join(".")}@${domain.join(".")}.${top}`);

const any = validInputs(handler.inputs, { resellerId: id, notificationSettingsId: id, email });

/** Random inputs of settings that the resource creates, and of settings that it adopts. */
const created = any.filter(
  (args) => args.notificationSettingsId === undefined && "email" in args && "notificationType" in args,
);
const adopted = any.filter(
  (args) => args.notificationSettingsId !== undefined && args.ifExists === undefined,
);

export const inputs: InputsFixture = {
  minimal: LOGINS,
  full: [
    { ...LOGINS, enabled: false, ifExists: "adopt" },
    { ...LOGINS, ...ADOPTED, enabled: true },
  ],
  transient: ["ifExists"],
  ids: {
    resellerId: { of: "reseller", is64Bit: true },
    notificationSettingsId: { of: "reseller's notification settings", is64Bit: true },
  },
  invalid: [
    ["ifExists of routers", { ...LOGINS, ifExists: "create" }, "ifExists", 'must be "fail" or "adopt"'],
    [
      "ifExists for settings that exist",
      { ...ADOPTED, ifExists: "adopt" },
      "ifExists",
      "has no meaning together with notificationSettingsId, which names the settings",
    ],
    ["an address without an @", { ...LOGINS, email: "ops.example.com" }, "email", ADDRESS],
    ["an address with two @", { ...LOGINS, email: "ops@home@example.com" }, "email", ADDRESS],
    ["an address on one machine", { ...LOGINS, email: "ops@localhost" }, "email", ADDRESS],
    ["an address with a name", { ...LOGINS, email: "Ops <ops@example.com>" }, "email", ADDRESS],
    ["two addresses", { ...LOGINS, email: "ops@example.com,dev@example.com" }, "email", ADDRESS],
    ["an address with a blank before it", { ...LOGINS, email: " ops@example.com" }, "email", ADDRESS],
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
    [
      "the API's name of a property",
      { ...LOGINS, notification_type: "failed_login" },
      "notification_type",
      misspelt("notificationType"),
    ],
    ["the API's name of an id", { ...ADOPTED, id: 31 }, "id", UNKNOWN_PROPERTY],
    [
      "new settings without an address",
      { resellerId: 8, notificationType: "failed_login" },
      "email",
      REQUIRED,
    ],
    ["new settings without a kind", { resellerId: 8, email: LOGINS.email }, "notificationType", REQUIRED],
    [
      "adopted settings without a reseller",
      { notificationSettingsId: 31 },
      "resellerId",
      missing("must be the number of a reseller: a whole number, 1 or more"),
    ],
  ],
  printed: {
    args: { resellerId: 8, email: "oncall", notificationType: "failed_login" },
    property: "email",
    reason: ADDRESS,
  },
  invalidTogether: [
    [
      "properties, also between them",
      { resellerId: "x", notificationType: "y", enabled: 0, typo: 1 },
      ["email", "enabled", "notificationType", "resellerId", "typo"],
    ],
  ],
  unknown: [
    [
      "each property",
      Object.fromEntries(
        ["resellerId", "email", "notificationType", "enabled"].map((name) => [name, UNKNOWN]),
      ),
    ],
    // With an id no other input is required.
    ["the settings to adopt", { resellerId: 8, notificationSettingsId: UNKNOWN }],
  ],
  failures: [
    [
      "new settings without an address and a kind",
      { resellerId: 8 },
      { email: REQUIRED, notificationType: REQUIRED },
    ],
    [
      "an address beside an unknown reseller",
      { resellerId: UNKNOWN, email: "x", enabled: UNKNOWN },
      { email: ADDRESS, notificationType: REQUIRED },
    ],
  ],
  valid: fc.oneof(created, adopted),
  acceptable(args, { resellers }) {
    const [resellerId, settings] = [Number(args.resellerId), args.notificationSettingsId];
    if (settings !== undefined) resellers.add({ resellerId, id: Number(settings) });
    return args;
  },
  oneMistake: "several reasons",
};
