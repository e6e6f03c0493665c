import type { Problem } from "../core/problem";

/** The body of an error. Its format differs between the platform's areas. */
export type ErrorShape = (problem: Problem, requestId: string) => unknown;

export const cloudErrors: ErrorShape = (problem, requestId) => ({
  exception_class: problem.kind,
  message: problem.message,
  request_id: requestId,
  ...(problem.invalidFields === undefined ? {} : { invalid_fields: problem.invalidFields }),
});

/** Messages by field. A message without a field is a detail. */
export const fieldErrors: ErrorShape = (problem) => ({
  errors: problem.invalidFields ?? { detail: [problem.message] },
});

export const statusErrors: ErrorShape = (problem) => ({ status: problem.status, error: problem.message });

export const bareErrors: ErrorShape = (problem) => ({ error: problem.message });

/** A 404 has no body. */
export const edgeErrors: ErrorShape = (problem, requestId) =>
  problem.status === 404 ? undefined : bareErrors(problem, requestId);

/** The reply of the gateway, which is in front of all areas, for a path that no area serves. */
export const gatewayErrors: ErrorShape = (problem) => ({ message: problem.message });
