import type { ThresholdRecord } from "../../platform/api/quotas";
import { messageOf, type QuotaMessage } from "./message";

export interface ThresholdState {
  clientId: number;
  threshold: number;
  lastMessage: QuotaMessage | null;
  lastSending: string | null;
}

export function stateOf(clientId: number, record: ThresholdRecord): ThresholdState {
  return {
    clientId,
    threshold: record.threshold,
    lastMessage: messageOf(record.last_message),
    lastSending: record.last_sending ?? null,
  };
}
