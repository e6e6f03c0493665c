import { defineReplyError } from "./define-error";

/** What a force retry is refused with. */
export const CERTIFICATES = {
  notAttached: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not attached …",
    cause: "A certificate is issued for what uses it, and nothing does.",
    remedy: "Attach the certificate to a CDN resource and run again.",
  }),
  notAutomated: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 400: … not allowed …",
    cause: "The certificate was uploaded, so there is nothing that the platform could issue.",
    remedy:
      "Only certificates that the platform issues automatically can be retried: renew this one where it comes from, and upload it.",
  }),
  allowanceUsedUp: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry was answered 429: …",
    cause: "A certificate may be retried only so often. It is never repeated by itself.",
    remedy:
      "The allowance of force retries of this certificate is spent; its period is not published. Wait before the next attempt, " +
      "and meanwhile check that the domain points to the platform, which is why most attempts fail.",
  }),
  replyLost: defineReplyError({
    example: "POST /cdn/sslData/…/force-retry failed: …",
    cause: "The reply was lost. It is not repeated, as every retry counts.",
    remedy:
      "The retry may have been started: the platform then says of the next one that an attempt is in progress.",
  }),
};
