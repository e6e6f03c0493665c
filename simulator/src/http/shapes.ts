import type { Problem } from "../core/problem";

/** How the body of an error looks; the platform's areas do not agree on it. */
export type ErrorShape = (problem: Problem, requestId: string) => unknown;

export const cloudErrors: ErrorShape = (problem, requestId) => ({
  exception_class: problem.kind,
  message: problem.message,
  request_id: requestId,
  ...(problem.invalidFields === undefined ? {} : { invalid_fields: problem.invalidFields }),
});

/** Sentences by the field they are about; a problem of no field in particular is a detail. */
export const fieldErrors: ErrorShape = (problem) => ({
  errors: problem.invalidFields ?? { detail: [problem.message] },
});

export const statusErrors: ErrorShape = (problem) => ({ status: problem.status, error: problem.message });

export const bareErrors: ErrorShape = (problem) => ({ error: problem.message });

/** Of what is not there the status alone tells. */
export const edgeErrors: ErrorShape = (problem, requestId) =>
  problem.status === 404 ? undefined : bareErrors(problem, requestId);

/** What the gateway in front of all areas answers for a path that no area serves. */
export const gatewayErrors: ErrorShape = (problem) => ({ message: problem.message });
