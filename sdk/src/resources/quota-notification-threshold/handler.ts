import { z } from "zod";
import { id, record, text } from "../../operation/inputs/schemas";
import { propertiesOf } from "../../operation/properties";
import { type Change, done, type Resource } from "../../operation/resource";
import { entryNames, GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";
import { deleteThreshold, getThreshold, setThreshold, type ThresholdRecord } from "../../platform/api/quotas";
import { isGone, isMissing } from "../../platform/evidence/answers";
import { ERRORS } from "./errors";

const amount = () => z.int({ error: "must be a whole number" });

const Entry = record("a quota: { limit, usage }", { limit: amount(), usage: amount() });

const entries = (limits: object) =>
  Object.fromEntries(entryNames(limits).map((name) => [name, Entry.optional()]));

const Message = record("the record of a message: { globalQuotas, regionalQuotas }, or null", {
  globalQuotas: record("an object with a quota entry for each quota", entries(GLOBAL_LIMITS)).optional(),
  regionalQuotas: z
    .array(
      record("the quotas of a region: { regionId, regionName, … }", {
        regionId: id("region"),
        regionName: text("the name of the region").optional(),
        ...entries(REGIONAL_LIMITS),
      }),
      { error: "must be a list of regions" },
    )
    .optional(),
});

const DEFAULT = 80;
const bounds = { error: "must be a percentage from 60 to 100" };

/** The inputs of a threshold. */
export const ThresholdInputs = z.strictObject({
  clientId: id("client"),
  threshold: z
    .int({ error: "must be a whole number from 60 to 100: the percentage of a quota that is in use" })
    .min(60, bounds)
    .max(100, bounds)
    .default(DEFAULT),
  lastMessage: Message.nullish(),
  lastSending: text("a text, such as a time, or null").nullish(),
});

export type ThresholdInputs = z.infer<typeof ThresholdInputs>;

/** A message is sent with both parts. */
const NO_QUOTAS = { globalQuotas: {}, regionalQuotas: [] };

interface ThresholdState extends ThresholdRecord {
  clientId: number;
}

const SAME_CLIENT = "a client has one threshold, so keep one of the two";

/** The resource sets the threshold of a client, which may have one already. Its deletion restores the default. */
export const handler: Resource<ThresholdInputs, ThresholdState> = {
  type: "QuotaNotificationThreshold",
  inputs: ThresholdInputs,
  properties: propertiesOf<ThresholdInputs, ThresholdState>(ThresholdInputs, {
    clientId: { kind: "replaces" },
    threshold: { kind: "whole", default: DEFAULT },
    lastMessage: { kind: "sent" },
    lastSending: { kind: "sent" },
  }),
  complete: (inputs) => ({ threshold: DEFAULT, ...inputs }),
  identity: {
    id: { clientId: ThresholdInputs.shape.clientId },
    async read(reader, id, { clientId }) {
      const record = await getThreshold(reader, clientId);
      return record ? { id, state: { clientId, ...record } } : "unreadable";
    },
  },

  creation: (inputs) => ({
    unique: [[inputs.clientId, "clientId", SAME_CLIENT]],
    known: { clientId: inputs.clientId } as ThresholdState,
    step: set(inputs),
  }),

  change: (_live, { inputs: { clientId, threshold }, change }) =>
    Object.keys(change).length === 0 ? [] : [set({ threshold, ...change, clientId })],

  // Where the platform does not delete it, or the client has none: the default is set.
  removal: ({ clientId }) => [
    {
      send: (api) => deleteThreshold(api, clientId).then(done),
      sets: () => ({ threshold: DEFAULT }),
      settle: (failure) =>
        isMissing(failure) &&
        ((seen) => (typeof seen !== "string" && seen.threshold === DEFAULT ? [] : [reset(clientId)])),
    },
  ],
};

function set({ clientId, ...fields }: ThresholdInputs): Change<ThresholdState> {
  const { lastMessage } = fields;
  const body = { ...fields, ...(lastMessage && { lastMessage: { ...NO_QUOTAS, ...lastMessage } }) };
  return {
    async send(api) {
      const record = await setThreshold(api, clientId, body);
      return record && { id: String(clientId), state: { clientId, ...record } };
    },
    sets: () => body as Partial<ThresholdState>,
  };
}

/** Sets the default in place of a deletion. */
function reset(clientId: number): Change<ThresholdState> {
  const step = set({ clientId, threshold: DEFAULT });
  return {
    ...step,
    async send(api) {
      await step.send(api);
      return ERRORS.resetToDefault.error({ percentage: DEFAULT });
    },
    // The operation is documented, so the client does not exist, and neither does its threshold.
    settle: (failure) => isGone(failure) && (() => []),
  };
}
