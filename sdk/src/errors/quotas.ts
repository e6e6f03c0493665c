import { defineError, defineReplyError } from "./define-error";

type RequestId = number | string;

/** Errors and warnings of quota limit requests and notification thresholds. */
export const QUOTAS = {
  rejected: defineError<{ requestId: RequestId }>({
    message: ({ requestId }) =>
      `the quota limit request ${requestId} was rejected by the platform. ` +
      "To ask again, change its description or its limits, which creates a new request; to continue without it, set waitForDecision to false or remove the resource.",
    cause:
      "`waitForDecision` is true, and the platform's staff rejected the request. The request stays in the state.",
    remedy: "Change the request, set `waitForDecision: false`, or remove the resource.",
  }),
  withdrawn: defineError<{ requestId: RequestId }>({
    message: ({ requestId }) =>
      `the quota limit request ${requestId} no longer exists: it was withdrawn before it was decided. ` +
      "Run `pulumi refresh` and then `pulumi up`, which sends it again.",
    cause: "The request was deleted while the resource waited for its decision.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  creationUncertain: defineReplyError({
    example: "POST /cloud/v2/limits_request failed: …",
    cause: "The reply was lost, and the deployment has no operation to list requests.",
    remedy:
      "This deployment cannot list quota limit requests, so it is not known whether this one was created: ask the platform before you run again, which sends it once more.",
  }),
  cannotList: defineError({
    message: () =>
      "this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and duplicates are not detected",
    cause:
      "The deployment has only the documented operations. A warning, once per run: the request is sent anyway.",
    remedy: "Nothing. Do not set `waitForDecision`.",
  }),
  notListedYet: defineError({
    message: () =>
      "a quota limit request was sent and is not listed yet, so its id is not known: `pulumi refresh` reads the list again",
    cause: "The list has not shown the new request for 30 seconds. A warning.",
    remedy: "`pulumi refresh`.",
  }),
  decisionNotPolled: defineError({
    message: () =>
      "waitForDecision: the quota limit request was sent and is not listed yet, so the resource cannot wait for its decision. " +
      "Nothing is lost: run `pulumi up` again, which finds it and continues to wait.",
    cause: "The list has not shown the new request for 30 seconds, or the run ended before that.",
    remedy: "`pulumi up`.",
  }),
  decisionNotAwaited: defineError({
    message: () =>
      "waitForDecision: the id of the quota limit request is not known here, so its decision is not waited for",
    cause: "The deployment has only the documented operations. A warning.",
    remedy: "Leave `waitForDecision` out.",
  }),
  resetToDefault: defineError<{ percentage: number | string }>({
    message: ({ percentage }) =>
      `this deployment of the platform has no operation to delete a notification threshold: it is set back to ${percentage}, the default`,
    cause: "The deployment has only the documented operations. A warning.",
    remedy: "Nothing.",
  }),
};
