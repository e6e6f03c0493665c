import type { Api } from "../../api/platform";
import { isMissing } from "../../api/reply";
import type { NotificationSettingsRecord } from "../../api/resellers";
import { findCreated, mayHaveTakenEffect } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { REPLIES } from "../../errors/replies";
import { RESELLERS } from "../../errors/resellers";
import { PlatformError } from "../../http/error";
import type { SettingsInputs } from "./schema";
import { addressOf, bodyOf, type SettingsState, stateOf } from "./state";

/** Creates a subscription, or takes the one of the same address and kind: a second one would send everything twice. */
export function createOrTake(inputs: SettingsInputs, context: OperationContext): Promise<SettingsState> {
  const name = `notification settings for ${addressOf(inputs.email)} of reseller ${inputs.resellerId}`;
  return context.oneAtATime(name, async () => {
    const before = await context.platform.resellers.list(inputs.resellerId);
    if (before === undefined) context.warn(RESELLERS.cannotList.message());
    const equal = before?.find((record) => isEqual(record, inputs));
    if (equal) {
      context.info(
        `notification settings ${equal.id}, which are for the same address and kind, are taken: no second ones were created`,
      );
      return stateOf(inputs.resellerId, equal);
    }
    return stateOf(inputs.resellerId, await create(inputs, before !== undefined, context));
  });
}

async function create(
  inputs: SettingsInputs,
  canList: boolean,
  context: OperationContext,
): Promise<NotificationSettingsRecord> {
  const { resellerId } = inputs;
  const findNew = async () =>
    canList ? findCreated(context, (platform) => listed(inputs, platform)) : undefined;
  try {
    const made = await context.platform.resellers.create(resellerId, bodyOf(inputs));
    const own = made ?? (await findNew());
    if (own) return own;
  } catch (error) {
    // Where the same path lists settings, a 404 is about the reseller.
    if (isMissing(error) && !(canList && error.status === 404))
      throw new Error(RESELLERS.cannotCreate.message({ resellerId, refused: error }));
    if (!mayHaveTakenEffect(error)) throw error;
    if (!canList) throw new PlatformError({ ...error, advice: REPLIES.creationUncertain.remedy });
    // The reply was lost, the request may have been carried out.
    const own = await findNew();
    if (own) return own;
    throw error;
  }
  throw new Error(
    (canList ? RESELLERS.notListed : RESELLERS.idNotReported).message(inputs as { email: string }),
  );
}

async function listed(
  inputs: SettingsInputs,
  platform: Api,
): Promise<NotificationSettingsRecord | undefined> {
  const all = await platform.resellers.list(inputs.resellerId);
  return all?.find((record) => isEqual(record, inputs));
}

function isEqual(record: NotificationSettingsRecord, { email, notificationType }: SettingsInputs): boolean {
  return (
    addressOf(record.email ?? undefined) === addressOf(email) && record.notification_type === notificationType
  );
}
