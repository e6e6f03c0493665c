import { z } from "zod";
import type { MemoryPart } from "../../core/memory";
import { lastMessage } from "./message";

/** The percentage of quota usage at which a client is warned, as the API answers it. */
export const thresholdRecord = z.strictObject({
  client_id: z.int().nonnegative(),
  threshold: z.number(),
  last_message: lastMessage.nullable(),
  last_sending: z.string().nullable(),
});

export interface ThresholdRecord extends Readonly<z.infer<typeof thresholdRecord>> {}

const defaultThreshold = 80;

/** One threshold a client; a client without one is warned at the default. */
export class ThresholdStore {
  readonly #records: Map<number, ThresholdRecord>;

  constructor(memory: MemoryPart) {
    this.#records = memory.records("thresholds", thresholdRecord, ({ client_id }) => client_id);
  }

  all(): ThresholdRecord[] {
    return [...this.#records.values()];
  }

  /** What was set; undefined when nothing was. */
  find(clientId: number): ThresholdRecord | undefined {
    return this.#records.get(clientId);
  }

  /** What is in force. */
  of(clientId: number): ThresholdRecord {
    const none = { threshold: defaultThreshold, last_message: null, last_sending: null };
    return this.#records.get(clientId) ?? { client_id: clientId, ...none };
  }

  change(clientId: number, change: Partial<Omit<ThresholdRecord, "client_id">>): ThresholdRecord {
    const record = { ...this.of(clientId), ...change };
    this.#records.set(clientId, record);
    return record;
  }

  remove(clientId: number): void {
    this.#records.delete(clientId);
  }
}
