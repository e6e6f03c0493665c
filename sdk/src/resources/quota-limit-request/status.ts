import type { LimitRequestRecord } from "../../platform/api/quotas";

type Status = Pick<LimitRequestRecord, "status">;

/** Whether a request is open. A request with an unknown status is neither open nor decided. */
export function isOpen({ status }: Status): boolean {
  return status === "in progress";
}

export function isDecided({ status }: Status): boolean {
  return status === "done" || status === "rejected";
}

export function isRejected({ status }: Status): boolean {
  return status === "rejected";
}
