import { adoptionText, type ListedCreation, settlingCreation } from "../../operation/creation";
import { canonicalId, idOf } from "../../operation/identity";
import { changesToSend, propertiesOf } from "../../operation/properties";
import { type Change, done, type Live, type Resource, type Wish } from "../../operation/resource";
import { wholeRecords } from "../../platform/api/pages";
import { type Id, sameId } from "../../platform/api/reply";
import {
  createSettings,
  deleteSettings,
  findSettings,
  listSettings,
  type NotificationSettingsRecord,
  replaceSettings,
} from "../../platform/api/resellers";
import { isMissing, isUnconfirmed } from "../../platform/evidence/answers";
import { jsonText } from "../../util/json";
import { idIn, segment } from "../../util/text";
import { ERRORS } from "./errors";
import { addressOf, bodyOf, keyOf, OTHERS, SettingsInputs, type SettingsState, toState } from "./state";

const properties = propertiesOf<SettingsInputs, SettingsState>(SettingsInputs, {
  resellerId: { kind: "replaces", same: sameId },
  notificationSettingsId: { kind: "replaces", same: sameId },
  email: { same: (declared, actual) => addressOf(declared) === addressOf(actual) },
});

const { resellerId, notificationSettingsId } = SettingsInputs.shape;

/** The id of settings is unique within their reseller. */
const IDENTITY = { id: { resellerId, notificationSettingsId: notificationSettingsId.unwrap() } };

const SAME_SETTINGS = "both would change the same settings, so keep one of the two";
const SAME_CONTENT = "one address gets one kind of notification once, so keep one of the two";

/**
 * A reseller's subscription to one kind of notification. It is created, or adopted if `notificationSettingsId` is
 * declared: then only the declared inputs are changed. A deletion deletes adopted settings as well.
 */
export const handler: Resource<SettingsInputs, SettingsState> = {
  type: "ResellerNotificationSettings",
  inputs: SettingsInputs,
  properties,
  identity: {
    ...IDENTITY,
    query: { resellerId },
    async read(reader, id, { resellerId }) {
      const found = await findSettings(reader, resellerId, idIn(id.slice(id.lastIndexOf("/") + 1)));
      return typeof found === "string" ? found : live(resellerId, found);
    },
    async list(reader, { resellerId = "" }, leaveOut) {
      const all = await listSettings(reader, resellerId);
      const usable = leaveOut ? wholeRecords(all, leaveOut) : all;
      return usable?.map((record) => live(resellerId, record));
    },
  },

  creation(inputs) {
    const { resellerId, notificationSettingsId: id, email, notificationType } = inputs;
    if (id === undefined) return settingsCreation(inputs);
    const isWhole = email !== undefined && notificationType !== undefined;
    const named = canonicalId(idOf(IDENTITY, { resellerId, notificationSettingsId: id }));
    return {
      known: knownOf(inputs),
      unique: [
        [named, "notificationSettingsId", SAME_SETTINGS],
        ...(isWhole ? settingsCreation(inputs).unique : []),
      ],
    };
  },

  change(seen, wish) {
    const { inputs, recorded, change } = wish;
    const isAdopted = inputs.notificationSettingsId !== undefined;
    if (seen === "gone") throw (isAdopted ? ERRORS.nothingToAdopt : ERRORS.missing).error(recorded);
    const state = seen === "unreadable" ? recorded : seen;
    const sent = changesToSend(properties, { live: state, recorded }, change);
    if (Object.keys(sent).length > 0) return [replace(state, wish)];
    return seen === "unreadable" ? [ERRORS.cannotChange.error()] : [];
  },

  removal: ({ resellerId, notificationSettingsId: id }) => [
    {
      send: (api) => deleteSettings(api, resellerId, id).then(done),
      // The deletion is documented: if the settings cannot be read, the platform's own 404 confirms that they are gone.
      settle: (failure) =>
        isMissing(failure) &&
        ((seen) => {
          if (seen === "unreadable" && isUnconfirmed(failure)) throw failure.withKind(ERRORS.notDeleted);
          return seen === "unreadable" ? [] : undefined;
        }),
    },
  ],
};

function live(resellerId: Id, record: NotificationSettingsRecord): Live<SettingsState> {
  const state = toState(resellerId, record);
  return { id: idOf(IDENTITY, state), state };
}

/** What is known of settings that this deployment cannot read. */
function knownOf({ ifExists: _, ...declared }: SettingsInputs): SettingsState {
  return declared as SettingsState;
}

/** Creates settings. Second ones for the same address and kind would send each notification twice. */
function settingsCreation(inputs: SettingsInputs): ListedCreation<SettingsState> {
  const { resellerId, email, ifExists } = inputs;
  return {
    noun: "notification settings",
    keyOf,
    unique: [[keyOf(inputs), "email", SAME_CONTENT]],
    known: knownOf(inputs),
    step: {
      async send(api) {
        const { object } = await createSettings(api, resellerId, bodyOf(inputs));
        return object ? live(resellerId, object) : done();
      },
      settle: settlingCreation({
        cannotCreate: ({ summary }) => ERRORS.cannotCreate.error({ resellerId, summary }),
      }),
    },
    // The default of the stack may be "create", which only routers have.
    ifExists: ifExists === "adopt" ? "adopt" : "fail",
    use(settings) {
      const own = settings.map(({ state }) => state.notificationSettingsId);
      const [ids, first] = [own.map(segment), jsonText(own[0])];
      return ifExists === "adopt"
        ? adoptionText(`notification settings ${ids[0]}`, "which are for the same address and kind")
        : ERRORS.exist.error({ email, resellerId, ids: ids.join(", "), first });
    },
    unseen(why) {
      if (why === "cannotList") return ERRORS.cannotList.error();
      throw ERRORS[why].error({ email });
    },
  };
}

/** Sends the settings, which the platform accepts only as a whole: unchanged properties are sent as they are. */
function replace(
  state: SettingsState,
  { inputs, change }: Wish<SettingsInputs, SettingsState>,
): Change<SettingsState> {
  const { resellerId, notificationSettingsId: id } = state;
  const changed = { ...state, ...change } as SettingsState;
  return {
    send: (api) => replaceSettings(api, resellerId, id, bodyOf(changed), state[OTHERS]).then(done),
    sets: () => bodyOf(changed) as Partial<SettingsState>,
    // A deployment that creates settings can also change them.
    settle: (failure) =>
      isMissing(failure) &&
      inputs.notificationSettingsId !== undefined &&
      ((seen) => (seen === "unreadable" ? [ERRORS.cannotChange.error()] : undefined)),
  };
}
