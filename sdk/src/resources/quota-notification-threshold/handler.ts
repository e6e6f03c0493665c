import type { ThresholdRecord } from "../../api/quotas";
import { isGone } from "../../api/reply";
import { QUOTAS } from "../../catalogue/quotas";
import { TASKS } from "../../catalogue/tasks";
import type { ResourceHandler, Run } from "../handler";
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
  fields: {
    clientId: { replaces: true },
    threshold: {},
    lastMessage: { neverCompared: true },
    lastSending: { neverCompared: true },
  },
  optional: {},
  sole: ({ clientId }) => [
    {
      object: String(clientId),
      property: "clientId",
      reason: "a client has one threshold, so keep one of the two",
    },
  ],

  async create(inputs, run) {
    return { id: String(inputs.clientId), state: await set(inputs, { clientId: inputs.clientId }, run) };
  },

  async read(_id, { clientId }, run) {
    const record = await run.platform.quotas.threshold(clientId, run.signal);
    return record ? stateOf(clientId, record) : "unreadable";
  },

  update: (_id, state, inputs, run) => set(inputs, state, run),

  async delete(_id, { clientId }, run) {
    const { quotas } = run.platform;
    if (await quotas.deleteThreshold(clientId, run.signal)) return;
    // Nothing was set, or there is no operation to delete with; where that cannot be told, the default is set.
    const left = await quotas.threshold(clientId, run.signal);
    if (left?.threshold !== DEFAULT) await setBack(clientId, run);
  },

  inputsOf: ({ clientId, threshold }) => ({ clientId, threshold }),
};

async function set(inputs: ThresholdInputs, known: object, run: Run): Promise<ThresholdState> {
  const { clientId, threshold, lastMessage, lastSending } = inputs;
  const body = {
    threshold,
    ...(lastMessage !== undefined && {
      last_message: lastMessage && messageBody(lastMessage as QuotaMessage),
    }),
    ...(lastSending !== undefined && { last_sending: lastSending }),
  };
  const record = await run.change(String(clientId), known, ["threshold"], () =>
    run.platform.quotas.setThreshold(clientId, body, run.signal),
  );
  const state = stateOf(clientId, record);
  run.exists(String(clientId), state);
  if (state.threshold === threshold) return state;
  throw new Error(TASKS.withoutEffect.says({ fields: "threshold" }));
}

async function setBack(clientId: number, run: Run): Promise<void> {
  try {
    await run.platform.quotas.setThreshold(clientId, { threshold: DEFAULT }, run.signal);
    run.warn(QUOTAS.setBack.says({ percentage: DEFAULT }));
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
