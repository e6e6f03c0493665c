import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { faultsOf, LATE, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { expectModel } from "../../../model/object";
import { byId, type Facts, type Subject } from "../../../model/subject";

const STRANGER = { resellerId: 8, id: 5, email: "somebody@example.com" };
const OTHERS = { resellerId: 8, id: 31, email: "others@example.com", enabled: false };

const fields = {
  email: fc.constantFrom("ops@example.com", "dev@example.com"),
  notificationType: fc.constantFrom("failed_login", "deletion_request"),
  enabled: fc.boolean(),
};

const idOf = (reseller: number, id: number) => `${reseller}/${id}`;
const numberOf = (id: string) => Number(id.split("/")[1]);

const factsOf = ({ resellerId, email, notificationType, enabled }: JsonObject) =>
  JSON.parse(JSON.stringify({ resellerId, email, notificationType, enabled })) as Facts;

const settings: Subject = {
  handler,
  prepare: ({ resellers }) => [idOf(STRANGER.resellerId, resellers.add(STRANGER).id)],
  things: ({ resellers }) =>
    resellers.all().map(({ id, reseller, email, notification_type, enabled }) => ({
      id: idOf(reseller, id),
      facts: { resellerId: reseller, email, notificationType: notification_type, enabled },
    })),
  remove: ({ resellers }, id) => resellers.delete(numberOf(id)),
  args: fc.record(
    { resellerId: fc.constantFrom(8, 8, 9), ...fields },
    { requiredKeys: ["resellerId", "email", "notificationType"] },
  ),
  optional: ["enabled"],
  declared: factsOf,
  known: factsOf,
  fresh: { enabled: true },
  reset: {},
  own: byId,
  identity: ({ resellerId, email, notificationType }) => `${resellerId} ${email} ${notificationType}`,
  drifts: [
    {
      text: "turns it over",
      apply: ({ resellers }, id) =>
        void resellers.change(numberOf(id), { enabled: !resellers.get(numberOf(id))?.enabled }),
    },
    {
      text: "changes the address",
      apply: ({ resellers }, id) => void resellers.change(numberOf(id), { email: "hand@example.com" }),
    },
    { text: "deletes them", apply: ({ resellers }, id) => resellers.delete(numberOf(id)) },
  ],
  faults: faultsOf([...UNSURE, ...WITHOUT_EFFECT, ...LATE], ["GET", "POST", "PUT", "DELETE"]),
  kills: true,
};

const adopted: Subject = {
  ...settings,
  prepare: ({ resellers }) => {
    resellers.add(OTHERS);
    return settings.prepare({ resellers } as Parameters<Subject["prepare"]>[0]);
  },
  args: fc.record(
    { resellerId: fc.constant(8), notificationSettingsId: fc.constant(OTHERS.id), ...fields },
    { requiredKeys: ["resellerId", "notificationSettingsId"] },
  ),
  optional: ["email", "notificationType", "enabled"],
  fresh: {},
  drifts: settings.drifts.slice(0, 2),
  adopted: true,
};

export const models = {
  "Notification settings are as declared": () => expectModel(settings),

  "Adopted notification settings are as declared, and otherwise as they were": () => expectModel(adopted),

  "Notification settings that can be neither read nor changed are deleted at the end": () =>
    expectModel({
      ...adopted,
      simulator: { mode: "documented-only" },
      declared: () => ({}),
      known: () => ({}),
      tells: () => false,
      drifts: [],
      faults: faultsOf(WITHOUT_EFFECT, ["GET", "PUT", "DELETE"]),
    }),
};
