import type { ResourceHandler } from "../../lifecycle/handler";
import { QuotasApi } from "../../platform/api/quotas";
import { ThresholdInputs } from "./schema";
import { resetThreshold, setThreshold } from "./set";
import { stateOf, type ThresholdState } from "./state";

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
  probe: {
    name: "GET /cloud/v2/client_quotas/{client_id}/notification_threshold",
    path: "/cloud/v2/client_quotas/1/notification_threshold",
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
    return { id: String(clientId), state: await setThreshold(inputs, { clientId }, context) };
  },

  async read(_id, { clientId }, { platform }) {
    const record = await new QuotasApi(platform).getThreshold(clientId);
    return record ? stateOf(clientId, record) : "unreadable";
  },

  update: async (_id, state, { inputs, change }, context) =>
    change.threshold === undefined ? state : setThreshold(inputs, state, context),

  delete: (_id, { clientId }, context) => resetThreshold(clientId, context),
};
