import { defineError, type RequestErrorDefinition } from "../../errors/definition";

type RequestId = number | string;

/** Errors and warnings of quota limit requests. */
export const ERRORS = {
  rejected: defineError<{ requestId: RequestId }>({
    code: "quota-request-rejected",
    message: ({ requestId }) => `the quota limit request ${requestId} was rejected by the platform`,
    advice:
      "To ask again, change its description or its limits, which creates a new request; to continue without it, set waitForDecision to false or remove the resource.",
  }),
  withdrawn: defineError<{ requestId: RequestId }>({
    code: "quota-request-withdrawn",
    message: ({ requestId }) =>
      `the quota limit request ${requestId} no longer exists: it was withdrawn before it was decided`,
    advice: "Run `pulumi refresh` and then `pulumi up`, which sends it again.",
  }),
  /**
   * The reply was lost, and the deployment has no operation to list requests.
   *
   * @example POST /cloud/v2/limits_request failed: …
   */
  creationUncertain: {
    code: "quota-request-uncertain",
    advice:
      "This deployment cannot list quota limit requests, so it is not known whether this one was created: ask the platform before you run again, which sends it once more.",
  } satisfies RequestErrorDefinition,
  cannotWithdraw: defineError<{ requestId: RequestId; summary: string }>({
    code: "quota-request-not-withdrawn",
    message: ({ requestId, summary }) =>
      `the quota limit request ${requestId} was not withdrawn, and stays in the state: the platform does not confirm that it has no such operation (${summary})`,
    advice:
      "Run again. If this deployment cannot withdraw requests, use `pulumi state delete`, and ask those who decide the request to drop it.",
  }),
  cannotList: defineError({
    code: "quota-request-list-unsupported",
    message: () =>
      "this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and duplicates are not detected",
  }),
  notListed: defineError({
    code: "quota-request-not-listed",
    message: () => "a quota limit request was sent and is not listed yet, so its id is not known",
    advice: "`pulumi refresh` reads the list again.",
  }),
  decisionNotPolled: defineError({
    code: "quota-decision-not-polled",
    message: () =>
      "waitForDecision: the quota limit request was sent and is not listed yet, so the resource cannot wait for its decision",
    advice: "Nothing is lost: run `pulumi up` again, which finds it and continues to wait.",
  }),
  decisionNotAwaited: defineError({
    code: "quota-decision-not-awaited",
    message: () =>
      "waitForDecision: the id of the quota limit request is not known here, so its decision is not waited for",
  }),
};
