import { REPLIES } from "../errors/replies";
import type { Call } from "./call";
import type { PlatformFailure } from "./error";

type Refusal = Pick<PlatformFailure, "method" | "path" | "status" | "reason">;

/** What the user can do about a reply with an error status. */
export function adviseOnStatus({ method, path, status = 0, reason }: Refusal): string {
  if (status >= 300 && status < 400) return REPLIES.redirect.remedy;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return REPLIES.notTheApi.remedy;
  if (status === 403 && method === "POST" && path.startsWith("/cloud/"))
    return REPLIES.forbiddenOrNoCapacity.remedy;
  return BY_STATUS[status] ?? (status >= 500 ? REPLIES.serverError.remedy : REPLIES.badRequest.remedy);
}

const BY_STATUS: Record<number, string> = {
  401: REPLIES.unauthorized.remedy,
  403: REPLIES.forbidden.remedy,
  404: REPLIES.notFound.remedy,
  408: REPLIES.timeout.remedy,
  409: REPLIES.conflict.remedy,
  429: REPLIES.rateLimited.remedy,
};

/** The advice for a failed request that the platform may have carried out. */
export function adviseIfUncertain({ method, repeatable }: Call, advice: string): string {
  return method === "GET" || repeatable ? advice : `${REPLIES.mayHaveTakenEffect.remedy} ${advice}`;
}
