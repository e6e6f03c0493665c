import { globalQuotaNames, regionalQuotaNames } from "../../contract/quota-names";
import {
  quotas as api,
  type LastMessage,
  type PartialMessage,
  type ThresholdRecord,
  thresholdRecord,
} from "../../contract/quotas";
import type { MemoryPart } from "../../core/memory";
import { eachOf } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";

const DEFAULT_THRESHOLD = 80;

export type Thresholds = ReturnType<typeof thresholdsIn>;

/** One threshold for each client. A client without a record has the default. */
export function thresholdsIn(memory: MemoryPart) {
  const keyOf = (record: ThresholdRecord): number => record.client_id;
  const records = memory.records("thresholds", { schema: thresholdRecord, keyOf, noun: "threshold" });
  const none = { threshold: DEFAULT_THRESHOLD, last_message: null, last_sending: null };
  const of = (client_id: number): ThresholdRecord => records.find(client_id) ?? { client_id, ...none };
  const change = (clientId: number, change: Partial<ThresholdRecord>): ThresholdRecord =>
    records.set({ ...of(clientId), ...change });
  return { records, of, change };
}

export function thresholdOperations(thresholds: Thresholds): Operation[] {
  return [
    operation(api.setThreshold, ({ params, body: { threshold } }) =>
      ok(thresholds.change(params.client_id, { threshold })),
    ),
    operation(api.getThreshold, ({ params }) => ok(thresholds.of(params.client_id))),
    operation(api.deleteThreshold, ({ params }) => {
      thresholds.records.remove(params.client_id);
      return { status: 204 };
    }),
  ];
}

const UNUSED = { limit: 0, usage: 0 };

/** Quotas that a message does not have get limit 0 and usage 0. */
export function completeMessage({ global_quotas = {}, regional_quotas = [] }: PartialMessage): LastMessage {
  return {
    global_quotas: { ...eachOf(globalQuotaNames, UNUSED), ...global_quotas },
    regional_quotas: regional_quotas.map((region) => ({
      ...eachOf(regionalQuotaNames, UNUSED),
      ...region,
    })),
  };
}
