/** The arguments of `forceRetryCertificate`. */
export interface ForceRetryCertificateArgs {
  /** Number of the certificate: an integer, 1 or more. */
  certId: number;
}

/** The result of `forceRetryCertificate`. */
export interface ForceRetryCertificateResult {
  /** Number of the certificate, as you set it. */
  certId: number;
  /**
   * `started`: the platform has started a new attempt. `inProgress`: an attempt is in progress already. `completed`: the
   * certificate has been issued already. Unknown in a preview.
   */
  outcome: "started" | "inProgress" | "completed";
  /** The platform's message. Unknown in a preview. */
  message: string;
}
