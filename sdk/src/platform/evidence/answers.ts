import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import { SERVERS } from "../../errors/servers";
import { type ErrorForm, NotOffered, NotTheApi, PlatformError, type PlatformFailure } from "../http/error";

// What one answer says. Which conclusions need more than that, is in evidence.ts.

/** Whether the object or, in this deployment, the operation does not exist. */
export function isMissing(error: unknown): error is PlatformError {
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.status ?? 0);
}

/** For an object or operation that may be missing: its absence is undefined instead of an error. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Statuses with which the API refuses a request that it has understood. */
export const REFUSALS = [400, 401, 403, 422];

/** The form of the 404 for an object that does not exist, by the beginning of the path. */
const NOT_FOUND: ReadonlyArray<readonly [string, ErrorForm]> = [
  ["/cloud/", "class"],
  ["/v1/", "class"],
  ["/fastedge/", "empty"],
  ["/iam/", "errors"],
];

/** Whether the object does not exist: 410, or a 404 in the form for this. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error instanceof NotOffered) return false;
  const { status, form, path } = error;
  if (status !== 404) return status === 410;
  return NOT_FOUND.some(([beginning, expected]) => path.startsWith(beginning) && form === expected);
}

/** Whether the answer is "not found", and not the one that says it of an object. */
export function isUnconfirmed(error: unknown): error is PlatformError {
  return isMissing(error) && !isGone(error);
}

/** Throws the failure of a request. If it says that something does not exist, the error has the names of these inputs. */
export function namingParent(inputs: string): (failure: unknown) => never {
  return (failure) => {
    if (!isGone(failure)) throw failure;
    throw failure.withKind(REPLIES.parentNotFound).withRemark(`Check ${inputs}.`);
  };
}

/** Whether a list has shown that its parent does not exist. */
export function isParentGone(error: unknown): boolean {
  return error instanceof PlatformError && error.code === REPLIES.parentNotFound.code;
}

/** What a server has answered to a request. */
export type Answer = Pick<
  PlatformFailure,
  "method" | "path" | "status" | "reason" | "requestId" | "mayHaveTakenEffect"
>;

/** The error of an answer that shows nothing. It has no status, so that no code takes it for "not found". */
export function notTheApi(answer: Answer, reason: string, kind: RequestErrorDefinition): NotTheApi {
  const { method, path, requestId, mayHaveTakenEffect = false } = answer;
  return new NotTheApi({ method, path, reason, requestId, mayHaveTakenEffect, kind });
}

/** The error of an answer that may not mean that an operation is missing. */
export function notConfirmed(error: PlatformError): NotTheApi {
  const reason = `the server answered ${error.status} (${error.reason}), and nothing shows that this deployment does not have the operation`;
  return notTheApi(error, reason, SERVERS.notConfirmed);
}
