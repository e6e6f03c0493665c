import { z } from "zod";
import { counter } from "../../core/schemas";

export const certificateStates = [
  "failed",
  "in progress",
  "completed",
  "not attached",
  "not automated",
] as const;

/** What a force retry meets; only "failed" lets it through. */
export type CertificateState = (typeof certificateStates)[number];

/** An attempt at issuance that has ended, as the API answers it. */
export const issuanceAttempt = z.strictObject({
  id: z.int(),
  status: z.enum(["Done", "Failed", "Cancelled"]),
  error: z.string(),
  details: z.string(),
  created: z.string(),
  retry_after: z.string().nullable(),
});

export const certificateRecord = z.strictObject({
  id: z.int().nonnegative(),
  state: z.enum(certificateStates),
  /** The process of issuing it has an id of its own. */
  processId: z.int(),
  /** When the issuance began that is under way or has ended last, in milliseconds. */
  startedAt: z.number(),
  /** The attempts that have ended, oldest first. */
  attempts: z.array(issuanceAttempt).readonly(),
  forceRetries: counter,
  /** What a refused force retry is told in place of the usual sentence. */
  say: z.string().optional(),
});

export type AttemptStatus = IssuanceAttempt["status"];
export interface IssuanceAttempt extends Readonly<z.infer<typeof issuanceAttempt>> {}
export interface CertificateRecord extends Readonly<z.infer<typeof certificateRecord>> {}
