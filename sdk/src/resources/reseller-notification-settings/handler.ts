import { type LongId, sameLongId } from "../../api/ids";
import { isGone, isMissing } from "../../api/reply";
import { RESELLERS } from "../../catalogue/resellers";
import { TASKS } from "../../catalogue/tasks";
import { PlatformError } from "../../http/error";
import { canonicalJson } from "../../util/json";
import type { ResourceHandler, Run } from "../handler";
import { makeOrTake } from "./create";
import { SettingsInputs } from "./schema";
import { addressOf, bodyOf, declaredState, type SettingsState, stateOf, unfulfilled } from "./state";

/**
 * A reseller's subscription to one kind of notification: made here, or adopted (`notificationSettingsId` is declared:
 * only what is declared is changed). Deletion ends it in both cases.
 */
export const handler: ResourceHandler<SettingsInputs, SettingsState> = {
  type: "ResellerNotificationSettings",
  inputs: SettingsInputs,
  fields: {
    resellerId: { replaces: true, same: (inputs, state) => sameLongId(inputs.resellerId, state.resellerId) },
    notificationSettingsId: {
      replaces: true,
      same: (inputs, state) => sameLongId(inputs.notificationSettingsId, state.notificationSettingsId),
    },
    email: { same: (inputs, state) => addressOf(inputs.email) === addressOf(state.email) },
    notificationType: {},
    enabled: {},
  },
  optional: { notificationSettingsId: "a", email: "e", notificationType: "n", enabled: "s" },
  sole: ({ resellerId, notificationSettingsId: id, email, notificationType }) => [
    ...(id === undefined
      ? []
      : [
          {
            object: idOf(resellerId, id),
            property: "notificationSettingsId" as const,
            reason: "both would change the same settings, so keep one of the two",
          },
        ]),
    ...(email === undefined || notificationType === undefined
      ? []
      : [
          {
            object: canonicalJson([String(resellerId), addressOf(email), notificationType]),
            property: "email" as const,
            reason: "one address gets one kind of notification once, so keep one of the two",
          },
        ]),
  ],

  async create(inputs, run) {
    const adopted = inputs.notificationSettingsId;
    const known = adopted === undefined ? await makeOrTake(inputs, run) : await adopt(inputs, adopted, run);
    const id = idOf(known.resellerId, known.notificationSettingsId);
    if (adopted === undefined) run.exists(id, known);
    return { id, state: await bring(inputs, known, adopted === undefined, run) };
  },

  async read(_id, { resellerId, notificationSettingsId }, run) {
    const found = await run.platform.resellers.find(resellerId, notificationSettingsId, run.signal);
    return found.is === "found" ? stateOf(resellerId, found.object) : found.is;
  },

  async update(_id, state, inputs, run) {
    const { resellerId, notificationSettingsId } = state;
    const found = await run.platform.resellers.find(resellerId, notificationSettingsId, run.signal);
    if (found.is === "gone") {
      const { missing, nothingToAdopt } = RESELLERS;
      const told = inputs.notificationSettingsId === undefined ? missing : nothingToAdopt;
      throw new Error(told.says({ id: notificationSettingsId, resellerId }));
    }
    return bring(inputs, found.is === "found" ? stateOf(resellerId, found.object) : state, true, run);
  },

  async delete(_id, { resellerId, notificationSettingsId: id }, run) {
    const { resellers } = run.platform;
    try {
      await resellers.delete(resellerId, id, run.signal);
    } catch (error) {
      if (!isMissing(error)) throw error;
      const found = await resellers.find(resellerId, id, run.signal);
      if (found.is === "found") throw error;
      // Deletion is documented: where the settings cannot be read, the platform's own 404 to it is its word.
      if (found.is === "unreadable" && !isGone(error)) throw error;
    }
  },

  inputsOf: (state, declared) => ({
    resellerId: state.resellerId,
    ...(declared("notificationSettingsId") && { notificationSettingsId: state.notificationSettingsId }),
    ...(declared("email") && state.email !== undefined && { email: state.email }),
    ...(declared("notificationType") &&
      state.notificationType !== undefined && {
        notificationType: state.notificationType as SettingsInputs["notificationType"],
      }),
    ...(declared("enabled") && state.enabled !== undefined && { enabled: state.enabled }),
  }),
};

/** A number of settings is one within its reseller. */
function idOf(resellerId: LongId, id: LongId): string {
  return `${resellerId}/${id}`;
}

async function adopt(
  inputs: SettingsInputs,
  id: NonNullable<SettingsInputs["notificationSettingsId"]>,
  run: Run,
): Promise<SettingsState> {
  const found = await run.platform.resellers.find(inputs.resellerId, id, run.signal);
  if (found.is === "gone")
    throw new Error(RESELLERS.nothingToAdopt.says({ id, resellerId: inputs.resellerId }));
  if (found.is === "found") return stateOf(inputs.resellerId, found.object);
  run.warn(RESELLERS.cannotChange.says());
  return declaredState(inputs, id);
}

const CHANGEABLE = ["email", "notificationType", "enabled"];

/** Changes what differs, and tells what there is then. What is to be adopted is not ours before that. */
async function bring(
  inputs: SettingsInputs,
  known: SettingsState,
  isOurs: boolean,
  run: Run,
): Promise<SettingsState> {
  if (unfulfilled(known, inputs).length === 0) return known;
  const { resellerId, notificationSettingsId: id } = known;
  const replace = () => run.platform.resellers.replace(resellerId, id, bodyOf(inputs, known), run.signal);
  try {
    await (isOurs ? run.change(idOf(resellerId, id), known, CHANGEABLE, replace) : replace());
  } catch (error) {
    if (!(error instanceof PlatformError) || !isMissing(error)) throw error;
    const found = await run.platform.resellers.find(resellerId, id, run.signal);
    // Where settings can be made they can be changed.
    if (found.is !== "unreadable" || inputs.notificationSettingsId === undefined) throw error;
    run.warn(RESELLERS.cannotChange.says());
    return declaredState(inputs, id);
  }
  return changed(inputs, known, run);
}

/** What there is after a change, which may be read from before it at first. */
async function changed(inputs: SettingsInputs, known: SettingsState, run: Run): Promise<SettingsState> {
  const { resellerId, notificationSettingsId: id } = known;
  const declared = { ...known, ...declaredState(inputs, id) };
  const look = async () => {
    const found = await run.platform.resellers.find(resellerId, id, run.signal);
    if (found.is === "gone") throw new Error(RESELLERS.missing.says({ id, resellerId }));
    return found.is === "found" ? { ...declared, ...stateOf(resellerId, found.object) } : declared;
  };
  const isThere = (state: SettingsState) => unfulfilled(state, inputs).length === 0;
  const seen = await run.lookAfter(look, isThere);
  if (isThere(seen)) return seen;
  run.exists(idOf(resellerId, id), seen);
  throw new Error(TASKS.withoutEffect.says({ fields: unfulfilled(seen, inputs).join(", ") }));
}
