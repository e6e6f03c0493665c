export interface ForceRetryCertificateArgs {
  /** Number of the certificate, 1 or more. */
  certId: number;
}

export interface ForceRetryCertificateResult {
  certId: number;
  /** `started`, or the reason why no attempt was started: `inProgress` or `completed`. Unknown in a preview. */
  outcome: "started" | "inProgress" | "completed";
  /** The platform's message. Unknown in a preview. */
  message: string;
}
