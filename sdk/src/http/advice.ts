import { REPLIES } from "../errors/replies";
import type { Call } from "./call";
import type { PlatformFailure } from "./error";

type Refusal = Pick<PlatformFailure, "method" | "path" | "status" | "reason">;

/** What a user can do about a reply that is no success. */
export function adviseOnStatus({ method, path, status = 0, reason }: Refusal): string {
  if (status >= 300 && status < 400) return REPLIES.redirect.remedy;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return REPLIES.notTheApi.remedy;
  if (status === 403 && method === "POST" && path.startsWith("/cloud/")) return REPLIES.capacity.remedy;
  return BY_STATUS[status] ?? (status >= 500 ? REPLIES.platform.remedy : REPLIES.request.remedy);
}

const BY_STATUS: Record<number, string> = {
  401: REPLIES.key.remedy,
  403: REPLIES.rights.remedy,
  404: REPLIES.missing.remedy,
  408: REPLIES.slow.remedy,
  409: REPLIES.conflict.remedy,
  429: REPLIES.limited.remedy,
};

/** The same, where a request may have been carried out all the same. */
export function adviseOnDoubt({ method, repeatable }: Call, advice: string): string {
  return method === "GET" || repeatable ? advice : `${REPLIES.unsure.remedy} ${advice}`;
}
