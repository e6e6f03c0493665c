import type { Simulator } from "../../../../simulator/src";
import type { ResourceFixture } from "../../../support/resource-fixtures";
import { inputs, LOGINS } from "./inputs";

const SAVED = { resellerId: 8, id: 901, email: LOGINS.email, notification_type: "failed_login" } as const;

const prepare = ({ resellers }: Simulator) => void resellers.add({ ...SAVED, email: "old@example.com" });

const NEW = { ...LOGINS, enabled: true };
const ADOPTED = { ...NEW, notificationSettingsId: 901 };

const ADDRESS_TAKEN =
  "is the same as in another resource of this stack, one: one address gets one kind of notification once, so keep one of the two";

export const fixture: ResourceFixture = {
  state: {
    type: "pulumi-nodejs:dynamic/cloudplatform:ResellerNotificationSettings",
    provider: 'exports.handler=()=>require("pulumi-cloudplatform/provider").ResellerNotificationSettings',
    optional: ["notificationSettingsId", "email", "notificationType", "enabled", "ifExists"],
  },
  inputs,
  duplicates: [
    ["the same inputs", NEW, { ...NEW, enabled: true }, "email", ADDRESS_TAKEN],
    ["the same reseller, as a text", NEW, { ...NEW, resellerId: "8" }, "email", ADDRESS_TAKEN],
    ["the address in another case", NEW, { ...NEW, email: "OnCall@example.com" }, "email", ADDRESS_TAKEN],
    ["the same address and kind, switched off", NEW, { ...NEW, enabled: false }, "email", ADDRESS_TAKEN],
    [
      "the same adopted settings",
      { resellerId: 8, notificationSettingsId: 31 },
      { resellerId: "8", notificationSettingsId: "31", enabled: false },
      "notificationSettingsId",
      "is the same as in another resource of this stack, one: both would change the same settings, so keep one of the two",
    ],
  ],
  scenario: {
    first: NEW,
    changes: { update: { ...NEW, enabled: false }, replace: { ...NEW, resellerId: 9 } },
    objects: ({ resellers }) =>
      Object.fromEntries(
        resellers
          .all()
          .map(({ id, reseller: resellerId, email, enabled }) => [
            `${resellerId}/${id}`,
            { resellerId, email, enabled },
          ]),
      ),
    remove({ resellers }) {
      for (const { id } of resellers.all()) resellers.delete(id);
    },
    declared: ({ resellerId, email, enabled }) => ({ resellerId, email, enabled }),
  },
  existing: {
    args: { resellerId: 8, email: "ops@example.com", notificationType: "failed_login", enabled: false },
    different: { property: "enabled", value: true, actual: "false" },
    missing: "8/99",
    notFound: "ResellerNotificationSettings 8/99 does not exist at the platform [object-not-found]",
    malformed: {
      id: "8/",
      problem:
        "notificationSettingsId must be the id of a reseller's notification settings: not an empty text",
    },
    change: ({ resellers }) => resellers.change(resellers.all()[0]?.id ?? 0, { enabled: true }),
    objects: ({ resellers }) => resellers.all(),
  },
  adoptions: [
    {
      what: "`notificationSettingsId` names them",
      prepare({ resellers }) {
        resellers.add(SAVED);
        return { resellerId: 8, notificationSettingsId: 901 };
      },
      creation: "adopts",
      deletion: "deletes",
    },
    {
      what: '`ifExists: "adopt"`, and settings have the same `email` and `notificationType`',
      prepare({ resellers }) {
        resellers.add(SAVED);
        return { ...NEW, ifExists: "adopt" };
      },
      creation: "adopts",
      deletion: "deletes",
    },
    {
      what: '`ifExists: "fail"`, the default, and settings have the same `email` and `notificationType`',
      prepare({ resellers }) {
        resellers.add(SAVED);
        return NEW;
      },
      creation: "fails",
    },
  ],
  optional: [{ args: { ...NEW, ifExists: "adopt" } }, { prepare, args: ADOPTED }],
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
    left: 0,
  },
  program: {
    inputs: { ...LOGINS, notificationSettingsId: 31, enabled: false },
    secret: "email",
    live: {},
  },
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
