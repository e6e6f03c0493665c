import type { LimitRequestRecord } from "../../api/quotas";

/** The platform's word for a request that nobody has decided yet. */
const OPEN = "in progress";

export function isOpen({ status }: Pick<LimitRequestRecord, "status">): boolean {
  return status === OPEN;
}

export function isRejected({ status }: Pick<LimitRequestRecord, "status">): boolean {
  return status === "rejected";
}
