import { REPLIES } from "../../errors/replies";
import { existingPolicy } from "../../lifecycle/steps/adopt";
import type { Creation } from "../../lifecycle/steps/creation";
import type { Reader } from "../../platform/api/deployment";
import { type NotificationSettingsRecord, ResellersApi, ResellersReader } from "../../platform/api/resellers";
import { canonicalJson } from "../../util/json";
import { ERRORS } from "./errors";
import { addressOf, bodyOf, idOf, keyOf, numberIn, type SettingsInputs } from "./state";

/** Creates settings. Second ones for the same address and kind would send each notification twice. */
export function settingsCreation(inputs: SettingsInputs): Creation<NotificationSettingsRecord> {
  const { ifExists, ...known } = inputs;
  const { resellerId, email } = inputs;
  const noun = "notification settings";
  const key = keyOf(resellerId, inputs);
  const keyOfRecord = (record: NotificationSettingsRecord) => keyOf(resellerId, record);
  const listAll = (reader: Reader) => new ResellersReader(reader).list(resellerId);
  return {
    noun,
    lockKey: `notification settings for ${addressOf(email)} of reseller ${resellerId}`,
    known,
    list: async (api) =>
      (await listAll(api))?.filter((record) => canonicalJson(keyOfRecord(record)) === canonicalJson(key)),
    find: (api, id) => new ResellersReader(api).find(resellerId, numberIn(id)),
    idOf: ({ id }) => idOf(resellerId, id),
    ...existingPolicy(
      // The default of the stack may be "create", which only routers have.
      ifExists === "adopt" ? "adopt" : "fail",
      {
        noun,
        name: email ?? "",
        place: `of reseller ${resellerId}`,
        because: "which are for the same address and kind",
        idOf: ({ id }) => String(id),
        exists: ERRORS.exist,
      },
    ),
    choose: ([first]) => first,
    send: (api) => new ResellersApi(api).create(resellerId, bodyOf(inputs)),
    // An update can change the address and the kind.
    afterKill: { key, isChangeable: true, listAll, keyOf: keyOfRecord },
    errors: {
      cannotList: ERRORS.cannotList,
      cannotCreate: (refused) => ERRORS.cannotCreate.error({ resellerId, refused }),
      uncertain: REPLIES.creationUncertain,
      notListed: () => ERRORS.notListed.error({ email }),
      notReported: () => ERRORS.idNotReported.error({ email }),
    },
  };
}
