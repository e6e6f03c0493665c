import { z } from "zod";
import { TASKS } from "../../errors/tasks";
import type { OperationContext, ResourceHandler } from "../../lifecycle/handler";
import { id, record, text, time } from "../../lifecycle/inputs/schemas";
import { saveKnown, sendChange } from "../../lifecycle/steps/change";
import { entryNames, GLOBAL_LIMITS, REGIONAL_LIMITS } from "../../platform/api/quota-names";
import { QuotasApi, QuotasReader, type ThresholdRecord } from "../../platform/api/quotas";
import { isGone } from "../../platform/api/reply";
import { ERRORS } from "./errors";
import type { QuotaMessage } from "./quota-notification-threshold";

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

const bounds = { error: "must be a percentage from 60 to 100" };

/** The inputs of a threshold. */
export const ThresholdInputs = z.strictObject({
  clientId: id("client"),
  threshold: z
    .int({ error: "must be a whole number from 60 to 100: the percentage of a quota that is in use" })
    .min(60, bounds)
    .max(100, bounds),
  lastMessage: Message.nullish(),
  lastSending: time('must be a time, such as "2026-01-31T12:00:00Z", or null').nullish(),
});

export type ThresholdInputs = z.infer<typeof ThresholdInputs>;

/** The threshold of a client for which none is set. */
const DEFAULT = 80;

interface ThresholdState extends ThresholdRecord {
  clientId: number;
}

/** Every client has a threshold, 80 by default. The resource changes it, and its deletion restores the default. */
export const handler: ResourceHandler<ThresholdInputs, ThresholdState> = {
  type: "QuotaNotificationThreshold",
  inputs: ThresholdInputs,
  properties: {
    clientId: { replaces: true },
    threshold: {},
    lastMessage: { optional: true, transient: true },
    lastSending: { optional: true, transient: true },
  },
  identity: { id: { clientId: ThresholdInputs.shape.clientId } },
  probe: { name: "GET /cloud/v2/client_quotas/{client_id}/notification_threshold" },
  uniqueKeys: ({ clientId }) => [
    {
      key: String(clientId),
      property: "clientId",
      reason: "a client has one threshold, so keep one of the two",
    },
  ],
  work: {
    create: () => [{ requests: 1 }],
    update: ({ threshold }) => (threshold === undefined ? [] : [{ requests: 1 }]),
    delete: () => [{ requests: 1 }],
  },

  async create(inputs, context) {
    const { clientId } = inputs;
    return { id: String(clientId), state: await setThreshold(inputs, { clientId }, context) };
  },

  async read(_id, { clientId }, { api }) {
    const record = await new QuotasReader(api).getThreshold(clientId);
    return record ? { clientId, ...record } : "unreadable";
  },

  update: async (_id, state, { inputs, change }, context) =>
    change.threshold === undefined ? state : setThreshold(inputs, state, context),

  delete: (_id, { clientId }, context) => resetThreshold(clientId, context),
};

/** Sets a client's threshold. `known` is the recorded state. */
async function setThreshold(
  inputs: ThresholdInputs,
  known: object,
  context: OperationContext,
): Promise<ThresholdState> {
  const { clientId, lastMessage, ...fields } = inputs;
  const id = String(clientId);
  const body = { ...fields, lastMessage: lastMessage && wholeMessage(lastMessage) };
  const record = await sendChange(context, { id, known, uncertain: ["threshold"] }, () =>
    new QuotasApi(context.api).setThreshold(clientId, body),
  );
  const state = { clientId, ...record };
  saveKnown(context, { id, known: state }, ["threshold"]);
  if (state.threshold !== inputs.threshold) throw TASKS.withoutEffect.error({ fields: "threshold" });
  return state;
}

/** A declared message with all parts. */
function wholeMessage(message: object): QuotaMessage {
  return { globalQuotas: {}, regionalQuotas: [], ...message };
}

/** Deletes the threshold, or sets the default where the platform does not delete it. */
async function resetThreshold(clientId: number, context: OperationContext): Promise<void> {
  const quotas = new QuotasApi(context.api);
  if (await quotas.deleteThreshold(clientId)) return;
  // No threshold is set, or the deployment has no operation to delete it.
  const left = await new QuotasReader(context.api).getThreshold(clientId);
  if (left?.threshold === DEFAULT) return;
  try {
    await quotas.setThreshold(clientId, { threshold: DEFAULT });
    context.warn(ERRORS.resetToDefault.error({ percentage: DEFAULT }));
  } catch (error) {
    // The operation is documented, so the client does not exist, and neither does its threshold.
    if (!isGone(error)) throw error;
  }
}
