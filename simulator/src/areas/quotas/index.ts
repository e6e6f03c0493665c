import { z } from "zod";
import { contract } from "../../contract/operation";
import {
  type LimitRequestRecord,
  limitRequestRecord,
  type PartialMessage,
  partialMessage,
  requestPath,
  sentRequest,
  type ThresholdRecord,
  thresholdBody,
  thresholdRecord,
} from "../../contract/quotas";
import { type Int64Like, int64, int64Json } from "../../core/int64";
import { optionalFields } from "../../core/schemas";
import { zonedTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation } from "../../http/operation";
import type { Area, AreaPlatform } from "../area";
import { type ObjectKind, objectKind } from "../object-kind";
import { asJson, LimitRequests, requestOperations } from "./requests";
import { completeMessage, type Thresholds, thresholdOperations, thresholdsIn } from "./thresholds";

/** Fields that are left out get plausible values. */
export type LimitRequestAddition = Partial<Omit<LimitRequestRecord, "id">> & { readonly id?: Int64Like };

export interface SentMail {
  /** Quotas that are left out have limit 0 and usage 0. */
  readonly lastMessage?: PartialMessage;
  /** Default: now. */
  readonly lastSending?: string;
}

export interface QuotasHandle extends ReturnType<typeof quotasHandle> {}

export function quotasArea({ settings, memory }: AreaPlatform): Area<QuotasHandle> {
  const thresholds = thresholdsIn(memory);
  const requests = new LimitRequests(settings.now, memory);
  return {
    handle: quotasHandle(thresholds, requests, settings.now),
    operations: [...thresholdOperations(thresholds), ...requestOperations(requests, settings)],
    objects: [thresholdKind(thresholds), requestKind(requests)],
    controls: [decision(requests, "approve", "done"), decision(requests, "reject", "rejected")],
    state: () => ({
      thresholds: thresholds.records.all(),
      limits_requests: requests.records.all().map(asJson),
    }),
  };
}

/** Changes quotas as the platform's staff and its e-mails do. */
function quotasHandle(thresholds: Thresholds, requests: LimitRequests, now: () => number) {
  return {
    /** The thresholds that were set, or about which an e-mail was sent. */
    thresholds: (): ThresholdRecord[] => thresholds.records.all(),
    threshold: (clientId: number): ThresholdRecord | undefined => thresholds.records.find(clientId),
    setThreshold: (clientId: number, threshold: number): ThresholdRecord =>
      thresholds.change(clientId, { threshold }),
    /** The platform has warned the client. */
    mailSent: (
      clientId: number,
      { lastMessage = {}, lastSending = zonedTimestamp(now()) }: SentMail = {},
    ): ThresholdRecord =>
      thresholds.change(clientId, {
        last_message: completeMessage(lastMessage),
        last_sending: lastSending,
      }),
    removeThreshold: (clientId: number): void => thresholds.records.remove(clientId),
    /** The limit requests in order of creation. */
    requests: (): LimitRequestRecord[] => requests.records.all(),
    request: (id: Int64Like): LimitRequestRecord | undefined => requests.records.find(int64(id)),
    add: ({ id, ...fields }: LimitRequestAddition = {}): LimitRequestRecord =>
      requests.add({ ...fields, ...(id !== undefined && { id: int64(id) }) }),
    approve: (id: Int64Like): LimitRequestRecord => requests.decide(int64(id), "done"),
    reject: (id: Int64Like): LimitRequestRecord => requests.decide(int64(id), "rejected"),
    remove: (id: Int64Like): void => requests.records.remove(requests.get(int64(id)).id),
    /** The id of the next request. Above 2^53, as a bigint or its digits. */
    nextRequestId: (id: Int64Like): void => requests.nextId.set(int64(id)),
  };
}

/** The decision of a person of the platform. */
function decision(
  requests: LimitRequests,
  verb: "approve" | "reject",
  status: "done" | "rejected",
): Operation {
  const decide = contract(`POST /_simulator/limits_requests/{request_id}/${verb}`, {
    summary: `${verb === "approve" ? "Approve" : "Reject"} a limit request`,
    params: requestPath,
    replies: { 200: sentRequest },
  });
  return operation(decide, ({ params }) => ok(asJson(requests.decide(params.request_id, status))));
}

const { client_id } = thresholdRecord.shape;
const thresholdFields = optionalFields({
  threshold: thresholdBody.shape.threshold,
  last_message: partialMessage.transform(completeMessage).nullable(),
  last_sending: thresholdBody.shape.last_sending.unwrap(),
});

/** A client has one threshold: an addition changes an existing one. */
function thresholdKind(thresholds: Thresholds): ObjectKind {
  return objectKind({
    name: "thresholds",
    all: () => thresholds.records.all(),
    idOf: (record) => record.client_id,
    addition: z.strictObject({ client_id, ...thresholdFields }),
    add: (addition) => thresholds.change(addition.client_id, addition),
    change: z.strictObject(thresholdFields),
    apply: (record, change) => thresholds.change(record.client_id, change),
    remove: (record) => thresholds.records.remove(record.client_id),
  });
}

function requestKind(requests: LimitRequests): ObjectKind {
  const { id: _, ...shape } = limitRequestRecord.shape;
  const fields = optionalFields(shape);
  return objectKind({
    name: "limits_requests",
    all: () => requests.records.all(),
    idOf: ({ id }) => id,
    asJson,
    addition: z.strictObject({ id: int64Json.exactOptional(), ...fields }),
    add: (addition) => requests.add(addition),
    change: z.strictObject(fields),
    apply: ({ id }, change) => requests.records.change(id, change),
    remove: ({ id }) => requests.records.remove(id),
  });
}
