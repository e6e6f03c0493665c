export interface ForceRetryCertificateArgs {
  /** Number of the certificate, 1 or more. */
  certId: number;
}

export interface ForceRetryCertificateResult {
  certId: number;
  /** `started`, or why there was nothing to start: `inProgress`, `completed`. Unknown in a preview. */
  outcome: "started" | "inProgress" | "completed";
  /** What the platform said of it. Unknown in a preview. */
  message: string;
}
