import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { AnyId } from "../../../../simulator/src";
import { expectModel } from "../../../model/expect-model";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import { byId, type Fields, type ResourceSpec } from "../../../model/resource-spec";

const UNRELATED = { resellerId: 8, id: 5, email: "somebody@example.com" };
const EXISTING = { resellerId: 8, id: 31, email: "others@example.com", enabled: false };

const fields = {
  email: fc.constantFrom("ops@example.com", "dev@example.com"),
  notificationType: fc.constantFrom("failed_login", "deletion_request"),
  enabled: fc.boolean(),
};

const idOf = (reseller: AnyId, id: AnyId) => `${reseller}/${id}`;
const numberOf = (id: string) => Number(id.split("/")[1]);

const fieldsOf = ({ resellerId, email, notificationType, enabled }: JsonObject) =>
  JSON.parse(JSON.stringify({ resellerId, email, notificationType, enabled })) as Fields;

const settings: ResourceSpec = {
  handler,
  prepare: ({ resellers }) => [idOf(UNRELATED.resellerId, resellers.add(UNRELATED).id)],
  objects: ({ resellers }) =>
    resellers.all().map(({ id, reseller, email, notification_type, enabled }) => ({
      id: idOf(reseller, id),
      fields: { resellerId: reseller, email, notificationType: notification_type, enabled },
    })),
  remove: ({ resellers }, id) => resellers.delete(numberOf(id)),
  args: fc.record(
    { resellerId: fc.constantFrom(8, 8, 9), ...fields },
    { requiredKeys: ["resellerId", "email", "notificationType"] },
  ),
  optional: ["enabled"],
  fieldsOfInputs: fieldsOf,
  fieldsOfOutputs: fieldsOf,
  initialFields: { enabled: true },
  resetFields: {},
  objectOf: byId,
  matchKey: ({ resellerId, email, notificationType }) => `${resellerId} ${email} ${notificationType}`,
  drifts: [
    {
      text: "invert enabled",
      apply: ({ resellers }, id) =>
        void resellers.change(numberOf(id), { enabled: !resellers.get(numberOf(id))?.enabled }),
    },
    {
      text: "change the address",
      apply: ({ resellers }, id) => void resellers.change(numberOf(id), { email: "hand@example.com" }),
    },
    { text: "delete the settings", apply: ({ resellers }, id) => resellers.delete(numberOf(id)) },
  ],
  faults: faultsOf(
    [...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS],
    ["GET", "POST", "PUT", "DELETE"],
  ),
  canBeKilled: true,
};

const adopted: ResourceSpec = {
  ...settings,
  prepare: ({ resellers }) => {
    resellers.add(EXISTING);
    return settings.prepare({ resellers } as Parameters<ResourceSpec["prepare"]>[0]);
  },
  args: fc.record(
    { resellerId: fc.constant(8), notificationSettingsId: fc.constant(EXISTING.id), ...fields },
    { requiredKeys: ["resellerId", "notificationSettingsId"] },
  ),
  optional: ["email", "notificationType", "enabled"],
  initialFields: {},
  drifts: settings.drifts.slice(0, 2),
  adopted: true,
};

export const models = {
  "Notification settings are as declared": () => expectModel(settings),

  "Adopted notification settings are as declared, and undeclared inputs are unchanged": () =>
    expectModel(adopted),

  "Adopted notification settings are deleted if the deployment can neither read nor change them": () =>
    expectModel({
      ...adopted,
      simulator: { mode: "documented-only" },
      fieldsOfInputs: () => ({}),
      fieldsOfOutputs: () => ({}),
      isReadable: () => false,
      drifts: [],
      faults: faultsOf(NOT_PROCESSED, ["GET", "PUT", "DELETE"]),
    }),
};
