import { z } from "zod";
import { int64Text } from "../../core/int64";
import {
  eachOf,
  integerText,
  limitText,
  offsetText,
  optionalFields,
  several,
  timestamp,
  timestampText,
} from "../../core/schemas";
import { saidMessage } from "./message";
import { globalLimitNames, regionalLimitNames } from "./names";

const limit = z.int().nonnegative();

export const clientPath = z.strictObject({ client_id: integerText });
export const requestPath = z.strictObject({ request_id: int64Text });

/** The message and its time are the platform's own record: they have to be right, and are then left aside. */
export const thresholdBody = z.strictObject({
  threshold: z.int().min(60).max(100),
  last_message: saidMessage.nullable().optional(),
  last_sending: timestamp.nullable().optional(),
});

export const requestBody = z.strictObject({
  description: z.string().min(1).max(1000),
  requested_limits: z.strictObject({
    global_limits: z.strictObject(optionalFields(eachOf(globalLimitNames, limit))).exactOptional(),
    regional_limits: z
      .array(z.strictObject({ region_id: z.int(), ...optionalFields(eachOf(regionalLimitNames, limit)) }))
      .exactOptional(),
  }),
});

export const requestQuery = z.strictObject({
  created_from: timestampText.optional(),
  created_to: timestampText.optional(),
  limit: limitText(1000),
  offset: offsetText,
  request_ids: several(int64Text),
  status: several(z.enum(["in progress", "done", "rejected"])),
});

export type RequestQuery = z.infer<typeof requestQuery>;
