import { type Int64Like, int64 } from "../../core/int64";
import { zonedTimestamp } from "../../core/timestamps";
import { completeMessage, type SaidMessage } from "./message";
import type { LimitRequestRecord, LimitRequestStore } from "./requests";
import type { ThresholdRecord, ThresholdStore } from "./thresholds";

/** A request to be there from one moment to the next; whatever is left out gets a plausible value. */
export type LimitRequestAddition = Partial<Omit<LimitRequestRecord, "id">> & { readonly id?: Int64Like };

export interface SentMail {
  /** Quotas that are not said are unused ones of limit 0. */
  readonly lastMessage?: SaidMessage;
  /** Now, unless told. */
  readonly lastSending?: string;
}

/** The quotas as the platform's staff and its mails change them. */
export interface QuotasHandle {
  /** Those that were set, or about which a mail was sent. */
  thresholds(): ThresholdRecord[];
  /** undefined when none is set. */
  threshold(clientId: number): ThresholdRecord | undefined;
  setThreshold(clientId: number, threshold: number): ThresholdRecord;
  /** The platform has warned the client. */
  mailSent(clientId: number, mail?: SentMail): ThresholdRecord;
  removeThreshold(clientId: number): void;
  /** The limit requests in order of creation. */
  requests(): LimitRequestRecord[];
  request(id: Int64Like): LimitRequestRecord | undefined;
  add(addition?: LimitRequestAddition): LimitRequestRecord;
  approve(id: Int64Like): LimitRequestRecord;
  reject(id: Int64Like): LimitRequestRecord;
  remove(id: Int64Like): void;
  /** The id of the next request, also one beyond 2^53: then as a bigint or its digits. */
  nextRequestId(id: Int64Like): void;
}

export function quotasHandle(
  thresholds: ThresholdStore,
  requests: LimitRequestStore,
  now: () => number,
): QuotasHandle {
  return {
    thresholds: () => structuredClone(thresholds.all()),
    threshold: (clientId) => structuredClone(thresholds.find(clientId)),
    setThreshold: (clientId, threshold) => structuredClone(thresholds.change(clientId, { threshold })),
    mailSent: (clientId, { lastMessage = {}, lastSending = zonedTimestamp(now()) } = {}) => {
      const last_message = completeMessage(structuredClone(lastMessage));
      return structuredClone(thresholds.change(clientId, { last_message, last_sending: lastSending }));
    },
    removeThreshold: (clientId) => thresholds.remove(clientId),
    requests: () => structuredClone(requests.all()),
    request: (id) => structuredClone(requests.find(int64(id))),
    add: ({ id, ...said } = {}) => {
      const numbered = id === undefined ? {} : { id: int64(id) };
      return structuredClone(requests.add({ ...structuredClone(said), ...numbered }));
    },
    approve: (id) => structuredClone(requests.decide(int64(id), "done")),
    reject: (id) => structuredClone(requests.decide(int64(id), "rejected")),
    remove: (id) => requests.remove(int64(id)),
    nextRequestId: (id) => requests.numberFrom(int64(id)),
  };
}
