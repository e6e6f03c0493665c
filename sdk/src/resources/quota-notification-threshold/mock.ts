import type { ResourceMock } from "../../lifecycle/mock";
import type { ThresholdState } from "./handler";
import type { QuotaMessage } from "./message";
import type { ThresholdInputs } from "./schema";

export const mock: ResourceMock<ThresholdInputs, ThresholdState> = (known) => {
  const { clientId = 1, threshold = 80, lastMessage = null, lastSending = null } = known;
  const message = lastMessage && { globalQuotas: {}, regionalQuotas: [], ...lastMessage };
  return {
    id: String(clientId),
    state: { clientId, threshold, lastMessage: message as QuotaMessage | null, lastSending },
  };
};
