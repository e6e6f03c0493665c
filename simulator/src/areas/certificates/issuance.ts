import { z } from "zod";
import {
  type AttemptStatus,
  type CertificateRecord,
  type CertificateState,
  type IssuanceAttempt,
  issuanceAttempt,
} from "./record";

/** The issuance of a certificate as the API answers it. */
export const issuanceStatusSchema = z.strictObject({
  id: z.int(),
  active: z.boolean(),
  attempts_count: z.int(),
  started: z.string(),
  finished: z.string().nullable(),
  next_attempt_time: z.string().nullable(),
  latest_status: issuanceAttempt.nullable(),
  statuses: z.array(issuanceAttempt).readonly(),
});

export interface IssuanceStatus extends Readonly<z.infer<typeof issuanceStatusSchema>> {}

export function issuanceStatus({ processId, state, startedAt, attempts }: CertificateRecord): IssuanceStatus {
  const active = state === "in progress";
  const latest = attempts.at(-1) ?? null;
  return {
    id: processId,
    active,
    attempts_count: attempts.length + (active ? 1 : 0),
    started: new Date(startedAt).toISOString(),
    finished: active ? null : (latest?.created ?? null),
    next_attempt_time: null,
    // While an attempt is under way this is still the one before it.
    latest_status: latest,
    statuses: attempts,
  };
}

/** The attempt that a state is the end of. */
const endings: Readonly<Partial<Record<CertificateState, { status: AttemptStatus; error: string }>>> = {
  completed: { status: "Done", error: "" },
  failed: { status: "Failed", error: "The domain could not be verified." },
  "not attached": { status: "Cancelled", error: "The certificate is not attached to a resource." },
};

/** The certificate once it has come into a state, which an attempt may begin or end with. */
export function entering(
  certificate: CertificateRecord,
  state: CertificateState,
  at: number,
  error?: string,
): CertificateRecord {
  if (state === "in progress") return { ...certificate, state, startedAt: at };
  const ending = endings[state];
  if (ending === undefined) return { ...certificate, state };
  const attempt: IssuanceAttempt = {
    id: certificate.attempts.length + 1,
    status: ending.status,
    error: error ?? ending.error,
    details: "",
    created: new Date(at).toISOString(),
    retry_after: null,
  };
  return { ...certificate, state, attempts: [...certificate.attempts, attempt] };
}
