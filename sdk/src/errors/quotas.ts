import { defineError, defineReplyError } from "./define-error";

type RequestId = number | string;

/** What can go wrong with a request for other limits. */
export const QUOTAS = {
  rejected: defineError<{ requestId: RequestId }>({
    message: ({ requestId }) =>
      `the quota limit request ${requestId} was rejected by the platform. ` +
      "To ask again, change its description or its limits, which makes a new request; to go on without, set waitForDecision to false or remove the resource.",
    cause: "`waitForDecision` is on, and the people at the platform said no. The request stays in the state.",
    remedy: "Change the request, set `waitForDecision: false`, or remove the resource.",
  }),
  withdrawn: defineError<{ requestId: RequestId }>({
    message: ({ requestId }) =>
      `the quota limit request ${requestId} is not there any more: it was withdrawn before it was decided. ` +
      "Run `pulumi refresh` and then `pulumi up`, which asks again.",
    cause: "Somebody deleted the request while its decision was waited for.",
    remedy: "`pulumi refresh`, then `pulumi up`.",
  }),
  creationUncertain: defineReplyError({
    example: "POST /cloud/v2/limits_request failed: …",
    cause: "The reply was lost, and the deployment has no operation to look with.",
    remedy:
      "This deployment cannot list quota limit requests, so whether this one was made cannot be told: ask the platform before you run again, which sends it once more.",
  }),
  cannotList: defineError({
    message: () =>
      "this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and an equal one is not noticed",
    cause:
      "The deployment has only the documented operations. A warning, once a run: the request is sent all the same.",
    remedy: "Nothing. Do not set `waitForDecision`.",
  }),
  notListedYet: defineError({
    message: () =>
      "a quota limit request was sent and is not listed yet, so its id is not known: `pulumi refresh` looks again",
    cause: "The list lags behind for longer than half a minute. A warning.",
    remedy: "`pulumi refresh`.",
  }),
  decisionNotPolled: defineError({
    message: () =>
      "waitForDecision: the quota limit request was sent and is not listed yet, so its decision cannot be waited for. " +
      "Nothing is lost: run `pulumi up` again, which looks for it and goes on waiting.",
    cause: "The list lags behind for longer than half a minute, or the run was ended before.",
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
