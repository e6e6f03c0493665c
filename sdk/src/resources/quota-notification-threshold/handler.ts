import type { ThresholdRecord } from "../../api/quotas";
import { isGone } from "../../api/reply";
import { sendChange } from "../../contract/changes";
import type { OperationContext } from "../../contract/context";
import type { ResourceHandler } from "../../contract/resource";
import { QUOTAS } from "../../errors/quotas";
import { TASKS } from "../../errors/tasks";
import { messageBody, messageOf, type QuotaMessage } from "./message";
import { ThresholdInputs } from "./schema";

interface ThresholdState {
  clientId: number;
  threshold: number;
  lastMessage: QuotaMessage | null;
  lastSending: string | null;
}

/** What the platform has for a client that has no threshold of its own. */
const DEFAULT = 80;

/** Every client has one threshold, set or not: so it is set here, never made, and set back in the end. */
export const handler: ResourceHandler<ThresholdInputs, ThresholdState> = {
  type: "QuotaNotificationThreshold",
  inputs: ThresholdInputs,
  properties: {
    clientId: { replaces: true },
    threshold: {},
    lastMessage: { transient: true },
    lastSending: { transient: true },
  },
  uniqueKeys: ({ clientId }) => [
    {
      key: String(clientId),
      property: "clientId",
      reason: "a client has one threshold, so keep one of the two",
    },
  ],

  async create(inputs, context) {
    const { clientId } = inputs;
    return { id: String(clientId), state: await set(inputs, { clientId }, context) };
  },

  async read(_id, { clientId }, { platform }) {
    const record = await platform.quotas.getThreshold(clientId);
    return record ? stateOf(clientId, record) : "unreadable";
  },

  update: async (_id, state, { inputs, change }, context) =>
    change.threshold === undefined ? state : set(inputs, state, context),

  async delete(_id, { clientId }, context) {
    const { quotas } = context.platform;
    if (await quotas.deleteThreshold(clientId)) return;
    // Nothing was set, or there is no operation to delete with; where that cannot be told, the default is set.
    const left = await quotas.getThreshold(clientId);
    if (left?.threshold !== DEFAULT) await setBack(clientId, context);
  },
};

async function set(
  inputs: ThresholdInputs,
  known: object,
  context: OperationContext,
): Promise<ThresholdState> {
  const { clientId, threshold, lastMessage, lastSending } = inputs;
  const body = {
    threshold,
    ...(lastMessage !== undefined && {
      last_message: lastMessage && messageBody(lastMessage as QuotaMessage),
    }),
    ...(lastSending !== undefined && { last_sending: lastSending }),
  };
  const id = String(clientId);
  const record = await sendChange(context, { id, known, unsure: ["threshold"] }, () =>
    context.platform.quotas.setThreshold(clientId, body),
  );
  const state = stateOf(clientId, record);
  context.save({ id, known: state });
  if (state.threshold === threshold) return state;
  throw new Error(TASKS.withoutEffect.message({ fields: "threshold" }));
}

async function setBack(clientId: number, context: OperationContext): Promise<void> {
  try {
    await context.platform.quotas.setThreshold(clientId, { threshold: DEFAULT });
    context.warn(QUOTAS.resetToDefault.message({ percentage: DEFAULT }));
  } catch (error) {
    // The operation is documented, so what does not exist is the client, and its threshold with it.
    if (!isGone(error)) throw error;
  }
}

function stateOf(clientId: number, record: ThresholdRecord): ThresholdState {
  return {
    clientId,
    threshold: record.threshold,
    lastMessage: messageOf(record.last_message),
    lastSending: record.last_sending ?? null,
  };
}
