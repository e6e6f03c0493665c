import type { RequestErrorDefinition } from "../../errors/definition";
import { MAY_HAVE_TAKEN_EFFECT, REPLIES } from "../../errors/replies";
import type { Call } from "./call";
import type { PlatformFailure } from "./error";

type Refusal = Pick<PlatformFailure, "method" | "path" | "status" | "reason">;

/** The kind of a reply with an error status. */
export function kindOfStatus({ method, path, status = 0, reason }: Refusal): RequestErrorDefinition {
  if (status >= 300 && status < 400) return REPLIES.redirect;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return REPLIES.notTheApi;
  if (status === 403 && method === "POST" && path.startsWith("/cloud/")) return REPLIES.forbiddenOrNoCapacity;
  return BY_STATUS[status] ?? (status >= 500 ? REPLIES.serverError : REPLIES.badRequest);
}

const BY_STATUS: Record<number, RequestErrorDefinition> = {
  401: REPLIES.unauthorized,
  403: REPLIES.forbidden,
  404: REPLIES.notFound,
  408: REPLIES.timeout,
  409: REPLIES.conflict,
  429: REPLIES.rateLimited,
};

/** The remarks on a failed request that the platform may have carried out. */
export function remarksOnEffect({ method, idempotent }: Call): string[] {
  return method === "GET" || idempotent ? [] : [MAY_HAVE_TAKEN_EFFECT];
}
