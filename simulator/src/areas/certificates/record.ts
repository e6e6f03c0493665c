export const certificateStates = [
  "failed",
  "in progress",
  "completed",
  "not attached",
  "not automated",
] as const;

/** What a force retry meets; only "failed" lets it through. */
export type CertificateState = (typeof certificateStates)[number];

export type AttemptStatus = "Done" | "Failed" | "Cancelled";

/** An attempt at issuance that has ended, as the API answers it. */
export interface IssuanceAttempt {
  readonly id: number;
  readonly status: AttemptStatus;
  readonly error: string;
  readonly details: string;
  readonly created: string;
  readonly retry_after: string | null;
}

export interface CertificateRecord {
  readonly id: number;
  readonly state: CertificateState;
  /** The process of issuing it has an id of its own. */
  readonly processId: number;
  /** When the issuance began that is under way or has ended last, in milliseconds. */
  readonly startedAt: number;
  /** The attempts that have ended, oldest first. */
  readonly attempts: readonly IssuanceAttempt[];
  readonly forceRetries: number;
  /** What a refused force retry is told in place of the usual sentence. */
  readonly say: string | undefined;
}
