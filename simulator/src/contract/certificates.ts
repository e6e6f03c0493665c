import { z } from "zod";
import { integerText } from "../core/schemas";
import { contract } from "./operation";

/** An attempt at issuance that has ended. */
export const issuanceAttempt = z.strictObject({
  id: z.int(),
  status: z.enum(["Done", "Failed", "Cancelled"]),
  error: z.string(),
  details: z.string(),
  created: z.string(),
  retry_after: z.string().nullable(),
});

const issuanceStatus = z.strictObject({
  id: z.int(),
  active: z.boolean(),
  attempts_count: z.int(),
  started: z.string(),
  finished: z.string().nullable(),
  next_attempt_time: z.string().nullable(),
  /** During an attempt, this is the previous attempt. */
  latest_status: issuanceAttempt.nullable(),
  statuses: z.array(issuanceAttempt).readonly(),
});

const params = z.strictObject({ cert_id: integerText });

export const certificates = {
  forceRetry: contract("POST /cdn/sslData/{cert_id}/force-retry", {
    summary: "Retry the issuance of a certificate",
    documented: true,
    params,
    replies: { 201: null },
  }),
  status: contract("GET /cdn/sslData/{cert_id}/status", {
    summary: "Get the issuance of a certificate",
    params,
    replies: { 200: issuanceStatus },
  }),
};

export interface IssuanceAttempt extends Readonly<z.infer<typeof issuanceAttempt>> {}
export interface IssuanceStatus extends Readonly<z.infer<typeof issuanceStatus>> {}
