import { REPLIES } from "../catalogue/replies";
import type { PlatformFailure } from "./error";

type Refusal = Pick<PlatformFailure, "status" | "reason">;

/** What a user can do about a reply that is no success. */
export function adviseOnStatus({ status = 0, reason }: Refusal): string {
  if (status >= 300 && status < 400) return REPLIES.redirect.remedy;
  if (reason.startsWith("an HTML page") && status < 500 && status !== 429) return REPLIES.notTheApi.remedy;
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
