import { defineReplyError } from "./define-error";

/** Errors of a force retry. */
export const CERTIFICATES = {
  notAttached: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not attached …",
    cause: "A certificate is issued for the CDN resource that uses it, and no CDN resource does.",
    remedy: "Attach the certificate to a CDN resource and run again.",
  }),
  notAutomated: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not allowed …",
    cause: "The certificate was uploaded, so the platform cannot issue it.",
    remedy:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
  }),
  allowanceUsedUp: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 429: …",
    cause:
      "The platform limits the number of force retries of a certificate. The request is never repeated automatically.",
    remedy:
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
      "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
  }),
  replyLost: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry failed: …",
    cause: "The reply was lost. The request is not repeated, because every retry counts against the limit.",
    remedy:
      "The retry may have been started: if so, the platform answers the next retry that an attempt is in progress.",
  }),
};
