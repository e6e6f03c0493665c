import { REPLIES } from "../../sdk/src/errors/replies";
import { PlatformError, type PlatformFailure } from "../../sdk/src/platform/http/error";

/** The error of a request that has failed. */
export function platformError(facts: Partial<PlatformFailure>): PlatformError {
  return new PlatformError({
    method: "GET",
    path: "/x",
    reason: "no",
    mayHaveTakenEffect: false,
    kind: REPLIES.serverError,
    ...facts,
  });
}
