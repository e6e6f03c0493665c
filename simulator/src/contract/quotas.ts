import { z } from "zod";
import { int64Text } from "../core/int64";
import { pageSchema } from "../core/page";
import {
  eachOf,
  id,
  integerText,
  limitText,
  offsetText,
  optionalFields,
  several,
  timestamp,
  timestampText,
} from "../core/schemas";
import { contract } from "./operation";
import { globalLimitNames, globalQuotaNames, regionalLimitNames, regionalQuotaNames } from "./quota-names";

const quotaEntry = z.strictObject({ limit: z.int(), usage: z.int() });
const region = { region_id: z.int(), region_name: z.string() };
const globalEntries = eachOf(globalQuotaNames, quotaEntry);
const regionalEntries = eachOf(regionalQuotaNames, quotaEntry);

/** What the last warning e-mail told a client: every quota. */
const lastMessage = z.strictObject({
  global_quotas: z.strictObject(globalEntries),
  regional_quotas: z.array(z.strictObject({ ...region, ...regionalEntries })).readonly(),
});

/** A message with only some of the quotas. */
export const partialMessage = z.strictObject({
  global_quotas: z.strictObject(optionalFields(globalEntries)).exactOptional(),
  regional_quotas: z
    .array(z.strictObject({ ...region, ...optionalFields(regionalEntries) }))
    .readonly()
    .exactOptional(),
});

export const thresholdRecord = z.strictObject({
  client_id: id,
  threshold: z.number(),
  last_message: lastMessage.nullable(),
  last_sending: z.string().nullable(),
});

/** The message and its time are the platform's own record: they are checked and then ignored. */
export const thresholdBody = z.strictObject({
  threshold: z.int().min(60).max(100),
  last_message: partialMessage.nullable().optional(),
  last_sending: timestamp.nullable().optional(),
});

const limit = z.int().nonnegative();
const requestStatus = z.enum(["in progress", "done", "rejected"]);

const requestBody = z.strictObject({
  description: z.string().min(1).max(1000),
  requested_limits: z.strictObject({
    global_limits: z.strictObject(optionalFields(eachOf(globalLimitNames, limit))).exactOptional(),
    regional_limits: z
      .array(z.strictObject({ region_id: z.int(), ...optionalFields(eachOf(regionalLimitNames, limit)) }))
      .exactOptional(),
  }),
});

/** A limit request as the simulator stores it: a JavaScript number cannot represent each id. */
export const limitRequestRecord = z.strictObject({
  id: int64Text,
  client_id: id,
  requested_limits: requestBody.shape.requested_limits,
  status: requestStatus,
  created_at: z.string(),
  description: z.string().nullable(),
  updated_at: z.string().nullable(),
});

/** A limit request as the API sends it. */
export const sentRequest = limitRequestRecord.extend({ id: z.number() });

const requestQuery = z.strictObject({
  created_from: timestampText.optional(),
  created_to: timestampText.optional(),
  limit: limitText(1000),
  offset: offsetText,
  request_ids: several(int64Text),
  status: several(requestStatus),
});

export const requestPath = z.strictObject({ request_id: int64Text });
const params = z.strictObject({ client_id: integerText });
const threshold = "/cloud/v2/client_quotas/{client_id}/notification_threshold";
const requests = "/cloud/v2/limits_request";

export const quotas = {
  setThreshold: contract(`PUT ${threshold}`, {
    summary: "Set the notification threshold of a client",
    documented: true,
    params,
    body: thresholdBody,
    replies: { 200: thresholdRecord },
  }),
  getThreshold: contract(`GET ${threshold}`, {
    summary: "Get the notification threshold of a client",
    params,
    replies: { 200: thresholdRecord },
  }),
  deleteThreshold: contract(`DELETE ${threshold}`, {
    summary: "Reset the notification threshold of a client",
    params,
    replies: { 204: null },
  }),
  /** The reply does not contain the id: clients search the list. */
  createRequest: contract(`POST ${requests}`, {
    summary: "Request higher limits",
    documented: true,
    body: requestBody,
    replies: { 201: null },
  }),
  listRequests: contract(`GET ${requests}`, {
    summary: "List limit requests",
    query: requestQuery,
    replies: { 200: pageSchema(sentRequest) },
  }),
  getRequest: contract(`GET ${requests}/{request_id}`, {
    summary: "Get a limit request",
    params: requestPath,
    replies: { 200: sentRequest },
  }),
  deleteRequest: contract(`DELETE ${requests}/{request_id}`, {
    summary: "Delete a limit request",
    params: requestPath,
    replies: { 204: null },
  }),
};

export type RequestQuery = z.infer<typeof requestQuery>;
export interface LastMessage extends Readonly<z.infer<typeof lastMessage>> {}
export interface PartialMessage extends Readonly<z.infer<typeof partialMessage>> {}
export interface ThresholdRecord extends Readonly<z.infer<typeof thresholdRecord>> {}
export type LimitRequestStatus = z.infer<typeof requestStatus>;
export interface LimitRequestRecord extends Readonly<z.infer<typeof limitRequestRecord>> {}
