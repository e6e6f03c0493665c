import type { RequestErrorDefinition } from "./definition";

/** Errors of a force retry, by the function and by the resource. */
export const CERTIFICATES = {
  notAttached: {
    code: "certificate-not-attached",
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not attached …",
    advice: "Attach the certificate to a CDN resource and run again.",
    cause: "A certificate is issued for the CDN resource that uses it, and no CDN resource does.",
  },
  notAutomated: {
    code: "certificate-not-automated",
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not allowed …",
    advice:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
    cause: "The certificate was uploaded, so the platform cannot issue it.",
  },
  allowanceUsedUp: {
    code: "certificate-retry-limit",
    example: "POST /cdn/sslData/…/force-retry was answered 429: …",
    advice:
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
      "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
    cause:
      "The platform limits the number of force retries of a certificate. The request is never repeated automatically.",
  },
  replyLost: {
    code: "certificate-retry-uncertain",
    example: "POST /cdn/sslData/…/force-retry failed: …",
    advice:
      "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.",
    cause: "The reply was lost. The request is not repeated, because every retry counts against the limit.",
  },
} satisfies Record<string, RequestErrorDefinition>;
