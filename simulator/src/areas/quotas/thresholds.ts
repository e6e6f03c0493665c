import type { Memory } from "../../core/memory";
import type { LastMessage } from "./message";

/** The percentage of quota usage at which a client is warned, as the API answers it. */
export interface ThresholdRecord {
  readonly client_id: number;
  readonly threshold: number;
  readonly last_message: LastMessage | null;
  readonly last_sending: string | null;
}

const defaultThreshold = 80;

/** One threshold a client; a client without one is warned at the default. */
export class ThresholdStore {
  readonly #records: Map<number, ThresholdRecord>;

  constructor(memory: Memory) {
    this.#records = memory.keep(new Map());
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
