import type { LimitRequestRecord } from "../../api/quotas";

type Status = Pick<LimitRequestRecord, "status">;

/** Certainly open. A word that is not known here says neither that a request is open nor that it is decided. */
export function isOpen({ status }: Status): boolean {
  return status === "in progress";
}

export function isDecided({ status }: Status): boolean {
  return status === "done" || status === "rejected";
}

export function isRejected({ status }: Status): boolean {
  return status === "rejected";
}
