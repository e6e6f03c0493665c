import { isMissing } from "../../api/reply";
import type { NotificationSettingsRecord } from "../../api/resellers";
import type { Run } from "../../contract/resource";
import { REPLIES } from "../../errors/replies";
import { RESELLERS } from "../../errors/resellers";
import { PlatformError } from "../../http/error";
import type { SettingsInputs } from "./schema";
import { addressOf, bodyOf, type SettingsState, stateOf } from "./state";

/** Makes a subscription, or takes the one of the same address and kind: a second one would send everything twice. */
export function makeOrTake(inputs: SettingsInputs, run: Run): Promise<SettingsState> {
  const name = `notification settings for ${addressOf(inputs.email)} of reseller ${inputs.resellerId}`;
  return run.platform.oneAtATime(name, run.signal, async () => {
    const before = await run.platform.resellers.list(inputs.resellerId, run.signal);
    if (before === undefined) run.warn(RESELLERS.cannotList.says());
    const equal = before?.find((record) => isEqual(record, inputs));
    if (equal) {
      run.info(
        `notification settings ${equal.id}, which are for the same address and kind, are taken: no second ones were made`,
      );
      return stateOf(inputs.resellerId, equal);
    }
    return stateOf(inputs.resellerId, await make(inputs, before !== undefined, run));
  });
}

async function make(inputs: SettingsInputs, canList: boolean, run: Run): Promise<NotificationSettingsRecord> {
  const { resellerId } = inputs;
  const newcomer = async () => (canList ? run.lookFor(() => listed(inputs, run)) : undefined);
  try {
    const made = await run.platform.resellers.create(resellerId, bodyOf(inputs), run.signal);
    const own = made ?? (await newcomer());
    if (own) return own;
  } catch (error) {
    // Where the same path lists settings, a 404 is about the reseller.
    if (isMissing(error) && !(canList && error.status === 404))
      throw new Error(RESELLERS.cannotCreate.says({ resellerId, refused: error }));
    if (!(error instanceof PlatformError) || !error.mayHaveTakenEffect) throw error;
    if (!canList) throw new PlatformError({ ...error, advice: REPLIES.blind.remedy });
    // The reply was lost, the request may not be.
    const own = await newcomer();
    if (own) return own;
    throw error;
  }
  throw new Error((canList ? RESELLERS.notListed : RESELLERS.untold).says(inputs as { email: string }));
}

async function listed(inputs: SettingsInputs, run: Run): Promise<NotificationSettingsRecord | undefined> {
  const all = await run.platform.resellers.list(inputs.resellerId, run.signal);
  return all?.find((record) => isEqual(record, inputs));
}

function isEqual(record: NotificationSettingsRecord, { email, notificationType }: SettingsInputs): boolean {
  return (
    addressOf(record.email ?? undefined) === addressOf(email) && record.notification_type === notificationType
  );
}
