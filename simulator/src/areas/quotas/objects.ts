import { z } from "zod";
import { int64Json } from "../../core/int64";
import { optionalFields } from "../../core/schemas";
import { type ObjectKind, objectKind } from "../object-kind";
import { completeMessage, saidMessage } from "./message";
import { asJson, type LimitRequestStore, limitRequestRecord } from "./requests";
import { thresholdBody } from "./schemas";
import { type ThresholdStore, thresholdRecord } from "./thresholds";

const { client_id } = thresholdRecord.shape;
const { id: _, ...requestFields } = limitRequestRecord.shape;

/** Quotas that a message does not name are unused ones of limit 0. */
const message = saidMessage.transform(completeMessage);
const thresholdFields = optionalFields({
  threshold: thresholdBody.shape.threshold,
  last_message: message.nullable(),
  last_sending: thresholdBody.shape.last_sending.unwrap(),
});
const thresholdAddition = z.strictObject({ client_id, ...thresholdFields });
const thresholdChange = z.strictObject(thresholdFields);
const requestChange = z.strictObject(optionalFields(requestFields));
const requestAddition = z.strictObject({
  id: int64Json.exactOptional(),
  ...optionalFields(requestFields),
});

/** One threshold a client: an addition changes the one that exists. */
export function thresholdKind(thresholds: ThresholdStore): ObjectKind {
  return objectKind({
    name: "thresholds",
    all: () => thresholds.all(),
    idOf: (record) => record.client_id,
    addition: thresholdAddition,
    add: (addition) => thresholds.change(addition.client_id, addition),
    change: thresholdChange,
    apply: (record, change) => thresholds.change(record.client_id, change),
    remove: (record) => thresholds.remove(record.client_id),
  });
}

export function limitRequestKind(requests: LimitRequestStore): ObjectKind {
  return objectKind({
    name: "limits_requests",
    all: () => requests.all(),
    idOf: ({ id }) => id,
    asJson,
    addition: requestAddition,
    add: (addition) => requests.add(addition),
    change: requestChange,
    apply: ({ id }, change) => requests.change(id, change),
    remove: ({ id }) => requests.remove(id),
  });
}
