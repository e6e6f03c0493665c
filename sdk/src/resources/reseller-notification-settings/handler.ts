import { type LongId, sameLongId } from "../../api/ids";
import { isGone, isMissing } from "../../api/reply";
import { readChanged, sendChange } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import { outstanding } from "../../contract/difference";
import type { Properties } from "../../contract/property";
import type { ResourceHandler } from "../../contract/resource";
import { RESELLERS } from "../../errors/resellers";
import { canonicalJson } from "../../util/json";
import { createOrTake } from "./create";
import { SettingsInputs } from "./schema";
import { addressOf, bodyOf, declaredState, type SettingsState, stateOf } from "./state";

const properties: Properties<SettingsInputs, SettingsState> = {
  resellerId: { replaces: true, same: sameLongId },
  notificationSettingsId: { code: "a", replaces: true, same: sameLongId },
  email: { code: "e", same: (declared, actual) => addressOf(declared) === addressOf(actual) },
  notificationType: { code: "n" },
  enabled: { code: "s" },
};

/**
 * A reseller's subscription to one kind of notification: created here, or adopted (`notificationSettingsId` is declared:
 * only what is declared is changed). Deletion ends it in both cases.
 */
export const handler: ResourceHandler<SettingsInputs, SettingsState> = {
  type: "ResellerNotificationSettings",
  inputs: SettingsInputs,
  properties,
  uniqueKeys: ({ resellerId, notificationSettingsId: id, email, notificationType }) => [
    ...(id === undefined
      ? []
      : [
          {
            key: idOf(resellerId, id),
            property: "notificationSettingsId" as const,
            reason: "both would change the same settings, so keep one of the two",
          },
        ]),
    ...(email === undefined || notificationType === undefined
      ? []
      : [
          {
            key: canonicalJson([String(resellerId), addressOf(email), notificationType]),
            property: "email" as const,
            reason: "one address gets one kind of notification once, so keep one of the two",
          },
        ]),
  ],

  async create(inputs, context) {
    const adopted = inputs.notificationSettingsId;
    const state =
      adopted === undefined ? await createOrTake(inputs, context) : await adopt(inputs, adopted, context);
    const id = idOf(state.resellerId, state.notificationSettingsId);
    if (adopted === undefined) context.save({ id, known: state });
    return { id, state };
  },

  read: (_id, state, context) => readSettings(state, context),

  async update(id, recorded, { inputs, change, isFresh }, context) {
    const { resellerId, notificationSettingsId } = recorded;
    const seen = isFresh ? recorded : await readSettings(recorded, context);
    if (seen === "gone") {
      const { missing, nothingToAdopt } = RESELLERS;
      const error = inputs.notificationSettingsId === undefined ? missing : nothingToAdopt;
      throw new Error(error.message({ id: notificationSettingsId, resellerId }));
    }
    const live = seen === "unreadable" ? recorded : seen;
    if (outstanding(properties, live, change).length === 0) return live;
    // What is being adopted is not ours before the platform has accepted the change.
    const isOurs = !isFresh || inputs.notificationSettingsId === undefined;
    return replace(id, { inputs, change, live, isOurs }, context);
  },

  async delete(_id, { resellerId, notificationSettingsId: id }, { platform }) {
    const { resellers } = platform;
    try {
      await resellers.delete(resellerId, id);
    } catch (error) {
      if (!isMissing(error)) throw error;
      const found = await resellers.find(resellerId, id);
      if (found.is === "found") throw error;
      // Deletion is documented: where the settings cannot be read, the platform's own 404 to it is its word.
      if (found.is === "unreadable" && !isGone(error)) throw error;
    }
  },
};

/** A number of settings is one within its reseller. */
function idOf(resellerId: LongId, id: LongId): string {
  return `${resellerId}/${id}`;
}

async function readSettings(
  { resellerId, notificationSettingsId }: SettingsState,
  { platform }: OperationContext,
): Promise<SettingsState | "gone" | "unreadable"> {
  const found = await platform.resellers.find(resellerId, notificationSettingsId);
  return found.is === "found" ? stateOf(resellerId, found.object) : found.is;
}

async function adopt(inputs: SettingsInputs, id: LongId, context: OperationContext): Promise<SettingsState> {
  const { resellerId } = inputs;
  const seen = await readSettings({ resellerId, notificationSettingsId: id }, context);
  if (seen === "gone") throw new Error(RESELLERS.nothingToAdopt.message({ id, resellerId }));
  if (seen !== "unreadable") return seen;
  context.warn(RESELLERS.cannotChange.message());
  return declaredState(inputs, id);
}

const CHANGEABLE = ["email", "notificationType", "enabled"];

/** Sends the settings, which the platform takes as a whole: what is not changed is sent as it is. */
async function replace(
  id: string,
  {
    inputs,
    change,
    live,
    isOurs,
  }: { inputs: SettingsInputs; change: Partial<SettingsInputs>; live: SettingsState; isOurs: boolean },
  context: OperationContext,
): Promise<SettingsState> {
  const { resellerId, notificationSettingsId: number } = live;
  const { resellers } = context.platform;
  const send = () => resellers.replace(resellerId, number, bodyOf(change, live));
  try {
    await (isOurs ? sendChange(context, { id, known: live, unsure: CHANGEABLE }, send) : send());
  } catch (error) {
    if (!isMissing(error)) throw error;
    const seen = await readSettings(live, context);
    // Where settings can be created they can be changed.
    if (seen !== "unreadable" || inputs.notificationSettingsId === undefined) throw error;
    context.warn(RESELLERS.cannotChange.message());
    return declaredState(inputs, number);
  }
  const changed = { ...live, ...declaredState(change as SettingsInputs, number) };
  const read = async () => {
    const seen = await readSettings(live, context);
    return typeof seen === "string" ? seen : { ...changed, ...seen };
  };
  const seen = await readChanged(context, id, { properties, change }, read);
  if (seen === "gone") throw new Error(RESELLERS.missing.message({ id: number, resellerId }));
  return seen === "unreadable" ? changed : seen;
}
