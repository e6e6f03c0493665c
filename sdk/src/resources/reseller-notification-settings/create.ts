import { REPLIES } from "../../errors/replies";
import type { OperationContext } from "../../lifecycle/handler";
import type { Creation } from "../../lifecycle/steps/creation";
import type { Api } from "../../platform/api/deployment";
import { type NotificationSettingsRecord, ResellersApi } from "../../platform/api/resellers";
import { ERRORS } from "./errors";
import { addressOf, bodyOf, type SettingsInputs } from "./state";

/** Creates settings, or uses existing ones for the same address and kind: others would send each notification twice. */
export function settingsCreation(
  inputs: SettingsInputs,
  context: OperationContext,
): Creation<NotificationSettingsRecord> {
  const { resellerId, email, notificationType } = inputs;
  const isEqual = (record: NotificationSettingsRecord) =>
    addressOf(record.email ?? undefined) === addressOf(email) &&
    record.notification_type === notificationType;
  return {
    noun: "notification settings",
    lockKey: `notification settings for ${addressOf(email)} of reseller ${resellerId}`,
    known: inputs,
    list: async (api: Api) => (await new ResellersApi(api).list(resellerId))?.filter(isEqual),
    find: (api, id) => new ResellersApi(api).find(resellerId, id),
    idOf: ({ id }) => String(id),
    useExisting([equal]) {
      if (equal)
        context.info(
          `notification settings ${equal.id}, which are for the same address and kind, are used: no second ones were created`,
        );
      return equal;
    },
    choose: ([first]) => first,
    send: (api) => new ResellersApi(api).create(resellerId, bodyOf(inputs)),
    afterKill: "findsExisting",
    errors: {
      cannotList: ERRORS.cannotList,
      cannotCreate: (refused) => ERRORS.cannotCreate.error({ resellerId, refused }),
      uncertain: REPLIES.creationUncertain,
      notListed: () => ERRORS.notListed.error({ email }),
      notReported: () => ERRORS.idNotReported.error({ email }),
    },
  };
}
