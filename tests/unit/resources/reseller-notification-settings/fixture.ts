import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs } from "./inputs";
import { interruptions } from "./interruptions";
import { models } from "./model";

const NEW = { resellerId: 8, email: "oncall@example.com", notificationType: "failed_login", enabled: true };
const ADOPTED = { ...NEW, notificationSettingsId: 901 };

const ADDRESS_TAKEN =
  "is the same as in another resource of this stack, one: one address gets one kind of notification once, so keep one of the two";

const scenario = {
  before: {
    refresh({ resellers }) {
      for (const { id } of resellers.all()) resellers.change(id, { enabled: false });
    },
  },
  objects: ({ resellers }) =>
    Object.fromEntries(
      resellers
        .all()
        .map(({ id, reseller, email, enabled }) => [
          `${reseller}/${id}`,
          { resellerId: reseller, email, enabled },
        ]),
    ),
  remove({ resellers }) {
    for (const { id } of resellers.all()) resellers.delete(id);
  },
  declared: ({ resellerId, email, enabled }) => ({ resellerId, email, enabled }),
} satisfies Partial<ResourceFixture["scenarios"][0]>;

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:ResellerNotificationSettings",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").ResellerNotificationSettings',
    kind: "resellerNotificationSettings",
    optional: ["notificationSettingsId", "email", "notificationType", "enabled", "ifExists"],
  },
  inputs,
  duplicates: [
    ["the same inputs", NEW, { ...NEW, enabled: true }, "email", ADDRESS_TAKEN],
    ["the same reseller, as a text", NEW, { ...NEW, resellerId: "8" }, "email", ADDRESS_TAKEN],
    [
      "the same address in another case",
      NEW,
      { ...NEW, email: "OnCall@example.com" },
      "email",
      ADDRESS_TAKEN,
    ],
    ["the same address and kind, switched off", NEW, { ...NEW, enabled: false }, "email", ADDRESS_TAKEN],
    [
      "the same adopted settings",
      { resellerId: 8, notificationSettingsId: 31 },
      { resellerId: "8", notificationSettingsId: "31", enabled: false },
      "notificationSettingsId",
      "is the same as in another resource of this stack, one: both would change the same settings, so keep one of the two",
    ],
  ],
  interruptions,
  scenarios: [
    {
      ...scenario,
      first: NEW,
      changes: { update: { ...NEW, enabled: false }, replace: { ...NEW, resellerId: 9 } },
    },
    {
      ...scenario,
      variant: "adopted",
      prepare: ({ resellers }) =>
        void resellers.add({
          resellerId: 8,
          id: 901,
          email: "old@example.com",
          notification_type: "failed_login",
        }),
      first: ADOPTED,
      changes: { update: { ...ADOPTED, enabled: false } },
    },
  ],
  existing: {
    args: { resellerId: 8, email: "ops@example.com", notificationType: "failed_login", enabled: false },
    different: { property: "enabled", value: true, actual: "false" },
    missing: "8/99",
    notFound: "ResellerNotificationSettings 8/99 does not exist at the platform [object-not-found]",
    malformed: {
      id: "8/",
      problem:
        "notificationSettingsId must be the number of a reseller's notification settings: a whole number, 1 or more; as a text, digits alone",
    },
    change: ({ resellers }) => resellers.change(resellers.all()[0]?.id ?? 0, { enabled: true }),
    objects: ({ resellers }) => resellers.all(),
  },
  adoptions: [
    {
      what: "`notificationSettingsId` names them",
      prepare({ resellers }) {
        resellers.add({ resellerId: 8, id: 901, email: "oncall@example.com" });
        return { resellerId: 8, notificationSettingsId: 901 };
      },
      creation: "adopts",
      deletion: "deletes",
    },
    {
      what: '`ifExists: "adopt"`, and settings have the same `email` and `notificationType`',
      prepare({ resellers }) {
        resellers.add({ resellerId: 8, id: 901, email: NEW.email, notification_type: "failed_login" });
        return { ...NEW, ifExists: "adopt" };
      },
      creation: "adopts",
      deletion: "deletes",
    },
    {
      what: '`ifExists: "fail"`, the default, and settings have the same `email` and `notificationType`',
      prepare({ resellers }) {
        resellers.add({ resellerId: 8, id: 901, email: NEW.email, notification_type: "failed_login" });
        return NEW;
      },
      creation: "fails",
    },
  ],
  optional: [
    { args: { ...NEW, ifExists: "adopt" } },
    {
      prepare: ({ resellers }) => void resellers.add({ resellerId: 8, id: 901, email: "old@example.com" }),
      args: ADOPTED,
    },
  ],
  documentedOnly: {
    prepare({ resellers }) {
      resellers.add({ resellerId: 8, id: 31, email: "office@example.com" });
      return { resellerId: 8, notificationSettingsId: 31, enabled: false };
    },
    change: { enabled: true },
    id: "8/31",
    outputs: { resellerId: 8, notificationSettingsId: 31, enabled: false },
    exported: ["enabled", false],
    messages: [
      "warning: this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent [notification-settings-change-unsupported]",
    ],
    remove: ({ resellers }) => resellers.delete(31),
    deletionMessages: [],
    left: { full: 0, documentedOnly: 0 },
  },
  program: {
    inputs: {
      resellerId: 8,
      notificationSettingsId: 31,
      email: "oncall@example.com",
      notificationType: "failed_login",
      enabled: false,
    },
    secret: "email",
    live: {},
  },
  models,
  upgrade: {
    since: "0.1.0",
    prepare: ({ resellers }) => ({
      adoptedSettings: String(resellers.add({ resellerId: 8, email: "adopted@example.com" }).id),
    }),
    config: ({ settings }) => ({
      adoptedSettings: String(
        settings.find(({ email }: SavedSettings) => email === "adopted@example.com")?.id,
      ),
    }),
    save: ({ resellers }) => ({ settings: resellers.all() }),
    restore({ resellers }, { settings }) {
      for (const { reseller, ...others } of settings) resellers.add({ resellerId: reseller, ...others });
    },
    changes: { request: /^PUT \/iam\//, count: 2 },
    left: { found: ({ resellers }) => resellers.all(), expected: [] },
  },
  types: `
const logins = new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, notificationSettingsId: 31, enabled: undefined });
export const settings: Output<number | string> = logins.notificationSettingsId;
// @ts-expect-error there is no such kind of notification
new cloudplatform.ResellerNotificationSettings("wrong", { resellerId: 8, email: "a@example.com", notificationType: "birthday" });
// @ts-expect-error new settings need an address
new cloudplatform.ResellerNotificationSettings("wrong", { resellerId: 8, notificationType: "failed_login" });
`,
};

interface SavedSettings {
  id: number;
  email: string;
}
