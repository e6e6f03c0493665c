import type { Problem } from "../core/problem";

/** How the body of an error looks; the platform's areas do not agree on it. */
export type ErrorShape = (problem: Problem, requestId: string) => unknown;

export const cloudErrors: ErrorShape = (problem, requestId) => ({
  exception_class: problem.kind,
  message: problem.message,
  request_id: requestId,
  ...(problem.invalidFields === undefined ? {} : { invalid_fields: problem.invalidFields }),
});

/** What the gateway in front of all areas answers for a path that no area serves. */
export const gatewayErrors: ErrorShape = (problem) => ({ message: problem.message });
