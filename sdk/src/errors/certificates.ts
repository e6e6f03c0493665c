import type { RequestErrorDefinition } from "./definition";

/** Errors of a force retry, by the function and by the resource. */
export const CERTIFICATES = {
  /**
   * A certificate is issued for the CDN resource that uses it, and no CDN resource does.
   *
   * @example POST /cdn/sslData/…/force-retry was answered 400: … not attached …
   */
  notAttached: {
    code: "certificate-not-attached",
    advice: "Attach the certificate to a CDN resource and run again.",
  },
  /**
   * The certificate was uploaded, so the platform cannot issue it.
   *
   * @example POST /cdn/sslData/…/force-retry was answered 400: … not allowed …
   */
  notAutomated: {
    code: "certificate-not-automated",
    advice:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
  },
  /**
   * The platform limits the number of force retries of a certificate. The request is never repeated automatically.
   *
   * @example POST /cdn/sslData/…/force-retry was answered 429: …
   */
  allowanceUsedUp: {
    code: "certificate-retry-limit",
    advice:
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
      "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
  },
  /**
   * The reply was lost. The request is not repeated, because every retry counts against the limit.
   *
   * @example POST /cdn/sslData/…/force-retry failed: …
   */
  replyLost: {
    code: "certificate-retry-uncertain",
    advice:
      "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.",
  },
} satisfies Record<string, RequestErrorDefinition>;
