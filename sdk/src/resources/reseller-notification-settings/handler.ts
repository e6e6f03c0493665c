import type { CreatingHandler, OperationContext, PlannedChange } from "../../lifecycle/handler";
import { type Properties, pendingChanges } from "../../lifecycle/properties";
import { readChanged, readOrKnown, sendChange } from "../../lifecycle/steps/change";
import { createOrFind } from "../../lifecycle/steps/create";
import { deleteObject } from "../../lifecycle/steps/delete";
import type { Read } from "../../platform/api/pages";
import { isGone, isMissing, type LongId, sameLongId } from "../../platform/api/reply";
import { type NotificationSettingsRecord, ResellersApi, ResellersReader } from "../../platform/api/resellers";
import { canonicalJson } from "../../util/json";
import { settingsCreation } from "./create";
import { ERRORS } from "./errors";
import {
  addressOf,
  bodyOf,
  declaredState,
  idOf,
  keyOf,
  numberIn,
  SettingsInputs,
  type SettingsState,
  stateOf,
} from "./state";

const properties: Properties<SettingsInputs, SettingsState> = {
  resellerId: { replaces: true, same: sameLongId },
  notificationSettingsId: { optional: true, replaces: true, same: sameLongId },
  email: { optional: true, same: (declared, actual) => addressOf(declared) === addressOf(actual) },
  notificationType: { optional: true },
  enabled: { optional: true },
  ifExists: { optional: true, transient: true, setting: "ifExists" },
};

const { resellerId, notificationSettingsId } = SettingsInputs.shape;

/**
 * A reseller's subscription to one kind of notification. It is created, or adopted if `notificationSettingsId` is
 * declared: then only the declared inputs are changed. A deletion deletes adopted settings as well.
 */
export const handler: CreatingHandler<SettingsInputs, SettingsState, NotificationSettingsRecord> = {
  type: "ResellerNotificationSettings",
  inputs: SettingsInputs,
  properties,
  identity: { id: { resellerId, notificationSettingsId: notificationSettingsId.unwrap() } },
  list: {
    place: { resellerId },
    async read(place, { api }) {
      const reseller = place.resellerId as LongId;
      const all = await new ResellersReader(api).list(reseller);
      return all?.map((settings) => stateOf(reseller, settings));
    },
  },
  probe: { name: "GET /iam/reselling/resellers/{resellerId}/notification_settings" },
  uniqueKeys,
  work: {
    // Settings are read or listed, then sent, and after a change read.
    create({ notificationSettingsId: adopted }, existing) {
      if (existing) return [{ requests: Object.keys(existing.change).length > 0 ? 3 : 1 }];
      return [{ requests: adopted === undefined ? 2 : 3 }];
    },
    update: (change) => [{ requests: Object.keys(change).length > 0 ? 3 : 1 }],
    delete: () => [{ requests: 1 }],
  },

  requireChangeable(live, { state, inputs }) {
    if (live === "gone") throw missing(state, inputs.notificationSettingsId !== undefined);
  },

  creation: settingsCreation,

  async create(inputs, context) {
    const { resellerId, notificationSettingsId: adopted } = inputs;
    if (adopted !== undefined) {
      const state = await adopt(inputs, adopted, context);
      return { id: idOf(resellerId, adopted), state, isExisting: true };
    }
    const { id, object, ...origin } = await createOrFind(handler, inputs, context);
    const state = object ? stateOf(resellerId, object) : declaredState(inputs, numberIn(id));
    if (!origin.isExisting) context.save({ id, known: state });
    return { id, state, ...origin };
  },

  read: (_id, state, context) => readSettings(state, context),

  async update(id, recorded, { inputs, change, isFresh }, context) {
    const isAdopted = inputs.notificationSettingsId !== undefined;
    const seen = isFresh ? recorded : await readSettings(recorded, context);
    const live = readOrKnown(seen, recorded, () => missing(recorded, isAdopted));
    if (Object.keys(pendingChanges(properties, live, change)).length === 0) return live;
    return replace(id, live, { inputs, change }, context);
  },

  async delete(_id, { resellerId, notificationSettingsId: id }, { api }) {
    const undeleted = await deleteObject(
      () => new ResellersApi(api).delete(resellerId, id),
      () => new ResellersReader(api).find(resellerId, id),
    );
    // The deletion is documented: if the settings cannot be read, the platform's own 404 confirms that they are gone.
    if (undeleted && (undeleted.left !== "unreadable" || !isGone(undeleted.error))) throw undeleted.error;
  },
};

function uniqueKeys(inputs: SettingsInputs) {
  const { resellerId, notificationSettingsId: id, email, notificationType } = inputs;
  const byId = {
    key: `${resellerId}/${id}`,
    property: "notificationSettingsId" as const,
    reason: "both would change the same settings, so keep one of the two",
  };
  const byContent = {
    key: canonicalJson(keyOf(resellerId, inputs)),
    property: "email" as const,
    reason: "one address gets one kind of notification once, so keep one of the two",
  };
  return [
    ...(id === undefined ? [] : [byId]),
    ...(email === undefined || notificationType === undefined ? [] : [byContent]),
  ];
}

async function readSettings(
  { resellerId, notificationSettingsId }: SettingsState,
  { api }: OperationContext,
): Promise<Read<SettingsState>> {
  const found = await new ResellersReader(api).find(resellerId, notificationSettingsId);
  return typeof found === "string" ? found : stateOf(resellerId, found);
}

function missing(
  { resellerId = "", notificationSettingsId: id = "" }: Partial<SettingsState>,
  isAdopted: boolean,
): Error {
  const definition = isAdopted ? ERRORS.nothingToAdopt : ERRORS.missing;
  return definition.error({ id, resellerId });
}

async function adopt(inputs: SettingsInputs, id: LongId, context: OperationContext): Promise<SettingsState> {
  const state = { resellerId: inputs.resellerId, notificationSettingsId: id };
  const seen = await readSettings(state, context);
  if (seen === "unreadable") context.warn(ERRORS.cannotChange.error());
  return readOrKnown(seen, declaredState(inputs, id), () => missing(state, true));
}

const CHANGEABLE = ["email", "notificationType", "enabled"];

/** Sends the settings, which the platform accepts only as a whole: unchanged properties are sent as they are. */
async function replace(
  id: string,
  live: SettingsState,
  { inputs, change }: Pick<PlannedChange<SettingsInputs>, "inputs" | "change">,
  context: OperationContext,
): Promise<SettingsState> {
  const { resellerId, notificationSettingsId: number } = live;
  const isAdopted = inputs.notificationSettingsId !== undefined;
  const changed = { ...live, ...change } as SettingsState;
  const send = () => new ResellersApi(context.api).replace(resellerId, number, bodyOf(changed));
  try {
    await sendChange(context, { id, known: live, uncertain: CHANGEABLE }, send);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A deployment that creates settings can also change them.
    if (!isAdopted || (await readSettings(live, context)) !== "unreadable") throw error;
    context.warn(ERRORS.cannotChange.error());
    return declaredState(inputs, number);
  }
  const read = async () => {
    const seen = await readSettings(live, context);
    return typeof seen === "string" ? seen : { ...changed, ...seen };
  };
  const seen = await readChanged(context, id, { properties, change }, read);
  return readOrKnown(seen, changed, () => missing(live, false));
}
