import type { JsonObject } from "../../../../sdk/src/util/json";
import { missing, misspelt, UNKNOWN_PROPERTY } from "../../../support/messages";
import type { InputsFixture } from "../../../support/resource-fixtures";
import { UNKNOWN } from "../../../support/unknown";

/** Settings for failed logins. */
export const LOGINS = { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login" };
const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const ADDRESS = 'must be an e-mail address, such as "ops@example.com"';
const NO_ADDRESSES = [
  "ops.example.com",
  "ops@home@example.com",
  "ops@localhost",
  "Ops <ops@example.com>",
  "ops@example.com,dev@example.com",
  " ops@example.com",
  "ops@example.com\n",
  "ops\u0000@example.com",
  "ops.@example.com",
  ".ops@example.com",
  "ops..team@example.com",
  "ops@example..com",
  "ops@.example.com",
  "ops@example.com.",
  "ops@example.c",
  `${"x".repeat(65)}@example.com`,
  "mailto:ops@example.com",
];
const UNUSUAL = [
  "Ops+Alerts@Mail.Example.co.uk",
  "o'brien_1-2@example-mail.com",
  "首席@例子.公司",
  `${"x".repeat(64)}@example.com`,
  `${"x".repeat(59)}@${"example.".repeat(24)}de`,
];
const KIND = 'must be "deletion_request" or "failed_login"';
const REQUIRED =
  "is required for settings that this resource creates; to adopt existing ones, declare notificationSettingsId";
const LONG = "must have 254 characters or less";

export const inputs: InputsFixture = {
  minimal: LOGINS,
  full: [
    { ...LOGINS, enabled: false, ifExists: "adopt" },
    { ...LOGINS, ...ADOPTED, enabled: true },
    ...UNUSUAL.map((email) => ({ ...LOGINS, email })),
  ],
  transient: ["ifExists"],
  ids: {
    resellerId: { of: "reseller", isAny: true },
    notificationSettingsId: { of: "reseller's notification settings", isAny: true },
  },
  invalid: {
    ifExists: [
      [{ ...LOGINS, ifExists: "create" }, 'must be "fail" or "adopt"'],
      [
        { ...ADOPTED, ifExists: "adopt" },
        "has no meaning together with notificationSettingsId, which names the settings",
      ],
    ],
    email: [
      ...NO_ADDRESSES.map((email): [JsonObject, string] => [{ ...LOGINS, email }, ADDRESS]),
      [{ ...LOGINS, email: `${"x".repeat(60)}@${"example.".repeat(24)}de` }, LONG],
      [{ resellerId: 8, notificationType: "failed_login" }, REQUIRED],
    ],
    notificationType: [
      [{ ...LOGINS, notificationType: "failed_logins" }, KIND],
      [{ ...LOGINS, notificationType: "Failed_Login" }, KIND],
      [{ resellerId: 8, email: LOGINS.email }, REQUIRED],
    ],
    notification_type: [[{ ...LOGINS, notification_type: "failed_login" }, misspelt("notificationType")]],
    id: [[{ ...ADOPTED, id: 31 }, UNKNOWN_PROPERTY]],
    resellerId: [
      [{ notificationSettingsId: 31 }, missing("must be the id of a reseller: a whole number or a text")],
    ],
  },
  printed: {
    args: { resellerId: 8, email: "oncall", notificationType: "failed_login" },
    property: "email",
    reason: ADDRESS,
  },
  invalidTogether: [
    [
      "properties, also between them",
      { resellerId: "", notificationType: "y", enabled: 0, typo: 1 },
      ["email", "enabled", "notificationType", "resellerId", "typo"],
    ],
  ],
  unknown: [
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
};
